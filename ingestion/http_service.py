"""One way to call a service over HTTP: deadlines, and every failure as an error of ours."""

from collections.abc import Mapping
from typing import Any

import httpx

from core.errors import UpstreamFailed

Form = Mapping[str, str]
Upload = tuple[str, bytes, str]
_LARGEST_REPLY = 200_000_000
_LONGEST_DETAIL = 300


class HttpService:
    """A service at ``base_url``, called with ``key`` as bearer token when there is one.

    Args:
        name: What the service does, for messages (``the remote parser``).
        base_url: Address without a trailing slash.
        key: Token, or an empty string.
        seconds: Longest time for one call.
        advice: What a person can check when it fails.
    """

    def __init__(self, name: str, base_url: str, key: str, seconds: float, advice: str) -> None:
        self._name = name
        self._base_url = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._seconds = seconds
        self._advice = advice

    def get(self, path: str) -> Any:
        """Return the JSON answer to a GET; see ``post``."""
        return self._call("GET", path)

    def post(self, path: str, upload: Upload, field: str, form: Form) -> Any:
        """Send a file (name, bytes, media type) as form field ``field`` and return the JSON answer.

        Raises:
            UpstreamFailed: The service is away, slow, refuses, or answers something else than JSON.
        """
        return self._call("POST", path, files={field: upload}, data=dict(form))

    def failed(self, what: str) -> UpstreamFailed:
        """Return the error that says ``what`` this service did wrong."""
        return UpstreamFailed(f"{self._name} {what}", place=self._base_url, advice=self._advice)

    def _call(self, method: str, path: str, **content: Any) -> Any:
        url = f"{self._base_url}/{path}"
        try:
            with httpx.stream(method, url, headers=self._headers, timeout=self._seconds, **content) as response:
                body = bytearray()
                for part in response.iter_bytes():
                    body += part
                    if len(body) > _LARGEST_REPLY:
                        raise self.failed(f"sent more than {_LARGEST_REPLY:,} bytes")
        except httpx.TimeoutException as error:
            raise self.failed(f"did not answer within {self._seconds:g} seconds") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self.failed(f"could not be reached: {error}"[:_LONGEST_DETAIL]) from error
        if response.status_code >= 400:
            detail = body[:_LONGEST_DETAIL].decode("utf-8", "replace")
            raise self.failed(f"answered {response.status_code}: {detail}")
        return self._json(httpx.Response(200, content=bytes(body)))

    def _json(self, response: httpx.Response) -> Any:
        try:
            return response.json()
        except ValueError as error:
            raise self.failed("answered something that is not JSON") from error
