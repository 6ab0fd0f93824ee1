"""How a request ended, for those who count and log it."""

from time import perf_counter

from litestar.types import Message, Send


class SentStatus:
    """Sends messages on, and notes the status they begin with: 500 until then, for a request that broke off."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._started = perf_counter()
        self.status = 500

    @property
    def seconds(self) -> float:
        """The time since the request came."""
        return perf_counter() - self._started

    async def send(self, message: Message) -> None:
        """Note what ``message`` says of the status and send it on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self._send(message)
