"""``python -m service.cli`` is ``dianmian``."""

from service.cli import main

main()
