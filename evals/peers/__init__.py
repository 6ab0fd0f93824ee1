"""Plain pipelines of other people's parts beside ours, on the same documents and questions."""
