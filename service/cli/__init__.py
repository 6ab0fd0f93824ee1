"""The command line: ``dianmian``."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    from service.cli.app import app

    app()
