"""The steps of chunking: sections, cut points, packing, tables, records."""
