"""Files and stored documents read for comparison and for lint; nothing is stored."""

from service.inspection.reading import Reading, Unread, read_document, read_documents, stored_document

__all__ = ["Reading", "Unread", "read_document", "read_documents", "stored_document"]
