"""From line numbers of the syntax tree to character offsets of the source."""

from markdown_it.tree import SyntaxTreeNode


class Lines:
    """Offsets of every line of a Markdown text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._starts = [0]
        for line in source.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def line_range(self, first: int, last: int) -> tuple[int, int]:
        """Return (start, end) of the lines ``first`` to ``last`` (end exclusive, counted from 0)."""
        top = len(self._starts) - 1
        start = self._starts[min(first, top)]
        return start, max(start, min(self._starts[min(last, top)] - 1, len(self.source)))

    def range(self, node: SyntaxTreeNode) -> tuple[int, int]:
        """Return (start, end) of the lines ``node`` covers."""
        first, last = node.map or (0, 0)
        return self.line_range(first, last)

    def text(self, node: SyntaxTreeNode) -> str:
        """Return the lines ``node`` covers."""
        start, end = self.range(node)
        return self.source[start:end]

    def number(self, node: SyntaxTreeNode) -> int:
        """Return the first line of ``node``, counted from 1."""
        return (node.map or (0, 0))[0] + 1

    def locate(self, content: str, node: SyntaxTreeNode) -> tuple[int, int]:
        """Return where the inline ``content`` of ``node`` stands, without heading marks, quote marks or indent.

        A later line may carry marks of its own (``>``); then the stretch runs from the first to the last line.
        """
        start, end = self.range(node)
        at = self.source.find(content, start, end)
        if at >= 0 and content:
            return at, at + len(content)
        lines = content.split("\n")
        first = self.source.find(lines[0], start, end)
        last = self.source.rfind(lines[-1], start, end)
        if first < 0 or last < first:
            return start, end
        return first, last + len(lines[-1])
