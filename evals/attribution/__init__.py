"""Whether attribution finds the layer that is broken: one layer is broken at a time, on purpose."""
