"""``make eval-parsing``: how much of the files arrives, tables and text; figures go to ``build/eval-parsing.json``."""

from evals import parsing_peers, parsing_tables, parsing_text
from evals.report import write_json


def main() -> dict[str, float]:
    """Run every part that has its data, write and return all figures."""
    figures = parsing_tables.main(["--files"]) | parsing_peers.main() | parsing_text.main([])
    write_json(parsing_tables.ROOT / "build" / "eval-parsing.json", figures)
    return figures


if __name__ == "__main__":
    main()
