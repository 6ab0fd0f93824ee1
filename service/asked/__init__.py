"""Questions that were asked: kept, judged, exported, and read for names nobody had listed."""
