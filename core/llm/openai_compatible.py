"""Any endpoint that speaks OpenAI's ``/v1/chat/completions``."""

from collections.abc import Iterator
from math import inf
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from core.embedding.remote import LANGUAGE_MODEL, without_password
from core.embedding.retry import Delay, Retry
from core.errors import ConfigurationError
from core.llm.counting import counted
from core.llm.form import Form
from core.llm.port import Prompt, UnusableReply
from core.llm.repair import repaired, storable
from core.llm.usage import Meter, Usage, estimated_tokens
from core.llm.writing import messages_of, without_thinking
from core.settings import Settings

F = TypeVar("F", bound=Form)
# The service takes the address and the key, but not this prompt: too long, or against its rules.
_REFUSED_PROMPT = (400, 413, 422)
_CONNECT_SECONDS = 10.0


class OpenAICompatibleModel:
    """A remote model. Replies are repaired where that is safe, checked, and asked for again when they do not fit."""

    def __init__(self, settings: Settings, retry: Retry | None = None) -> None:
        if not settings.llm_url.startswith(("http://", "https://")):
            raise ConfigurationError(
                f"not the address of a service: {settings.llm_url!r}",
                place="DIANMIAN_LLM_URL",
                advice="give it with http:// or https://, for example http://localhost:8000/v1",
            )
        if not settings.llm_model:
            raise ConfigurationError("a language model needs a name", place="DIANMIAN_LLM_MODEL")
        self._settings = settings
        self._retry = retry or Retry(attempts=3)
        self._place = without_password(settings.llm_url)
        self._lock = Lock()
        self._client: Any = None

    @property
    def name(self) -> str:
        """The model's name, as the settings give it."""
        return self._settings.llm_model

    def ask(self, prompt: Prompt, form: type[F], meter: Meter) -> F:
        """Return the answer as a filled ``form``. See ``LanguageModel.ask``."""
        from core.llm.asking import ask_and_check

        return ask_and_check(_Call(self, form, meter), prompt, form, self._settings.llm_tries, self._place)

    def write(self, prompt: Prompt, meter: Meter) -> Iterator[str]:
        """Yield running text piece by piece. See ``LanguageModel.write``."""
        from core.llm.streaming import streamed

        messages = messages_of(prompt)
        end = monotonic() + self._settings.llm_timeout
        stream = self.send({**self.arguments(messages), "stream": True}, meter, end)
        said: list[str] = []
        try:
            for piece in without_thinking(streamed(stream, self._place, self._settings.llm_key, end)):
                said.append(piece)
                yield piece
        finally:
            stream.close()
            asked = sum(estimated_tokens(message["content"]) for message in messages)
            answered = estimated_tokens("".join(said))
            meter.add(Usage(prompt_tokens=asked, completion_tokens=answered, estimated=True))
        if not "".join(said).strip():
            raise UnusableReply("the reply is empty", place=self._place)

    def send(self, arguments: dict[str, Any], meter: Meter, end: float = inf) -> Any:
        """Send one request, again while the service is busy or away, but not after ``end`` (as ``monotonic`` counts).

        Returns:
            The ``ChatCompletion``, or the stream where the arguments ask for one.
        """
        from openai import APIStatusError, OpenAIError

        from core.embedding.upstream import translated, worth_retrying

        def judge(error: Exception) -> Delay | None:
            delay = worth_retrying(error)
            return delay if delay and monotonic() + (delay.seconds or 0.0) < end else None

        create = self._connected().chat.completions.create
        tries = 0

        def once() -> Any:
            nonlocal tries
            meter.add(Usage(requests=1, retries=min(tries, 1)))
            tries += 1
            return create(**arguments)

        try:
            return self._retry.call(once, judge)
        except (OpenAIError, ValueError) as error:
            known = translated(error, self._place, self._settings.llm_key, LANGUAGE_MODEL)
            if isinstance(error, APIStatusError) and error.status_code in _REFUSED_PROMPT:
                raise UnusableReply(known.message, place=self._place) from error
            raise known from error

    def arguments(self, messages: Any) -> dict[str, Any]:
        """Return what a request says besides its messages."""
        settings = self._settings
        sent: dict[str, Any] = {"model": settings.llm_model, "messages": messages}
        if settings.llm_temperature >= 0:
            sent["temperature"] = settings.llm_temperature
        return sent

    def _connected(self) -> Any:
        with self._lock:
            if self._client is None:
                from openai import OpenAI, Timeout

                seconds = self._settings.llm_timeout
                self._client = OpenAI(
                    base_url=self._settings.llm_url,
                    # The client refuses an empty key; services without keys ignore whatever is sent.
                    api_key=self._settings.llm_key or "none",
                    # A model may think for minutes; a machine that is there takes the connection at once.
                    timeout=Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
                    max_retries=0,
                )
            return self._client


class _Call:
    """One question, as instructor calls it: the first request, then one more for every reply that does not fit."""

    def __init__(self, model: OpenAICompatibleModel, form: type[Form], meter: Meter) -> None:
        self._model = model
        self._form = form
        self._meter = meter
        self._asked = 0
        self.last = ""

    def __call__(self, *, messages: Any, **_more: Any) -> Any:
        if self._asked:
            self._meter.add(Usage(retries=1))
        self._asked += 1
        reply = self._model.send(self._model.arguments(messages), self._meter)
        # Instructor changes the reply's usage in place: count first.
        self._meter.add(counted(reply, messages))
        choices = getattr(reply, "choices", None)
        if not choices:
            raise UnusableReply("the language model sent a reply without content")
        message = choices[0].message
        self.last = storable(message.content or getattr(message, "refusal", None) or "")
        message.content = repaired(self.last, self._form) or self.last
        return reply
