"""Bad forms."""

from evals.fuzz.drawing import BOUNDARY, CANARY, FORM, Case, Drawing


class FormCases(Drawing):
    """Files and forms."""

    def form(self) -> Case:
        """Files with odd names and odd content."""
        operation = self.operation(lambda one: one.takes_files)
        content = self.random.choice(
            (
                b"",
                b"\x00" * 50,
                CANARY.encode(),
                b"%PDF-1.7\n",
                b"PK\x03\x04" + b"\x00" * 40,
                b"\x89PNG\r\n\x1a\n",
                b"[" * 5000,
                b"[]",
                b'[{"question":1}]',
                b"\xff\xfe\xff",
                b"a,b\n1",
                b"---\na: [\n---\n",
                b"attributes: &a [*a]",
                b"{{7*7}}",
                b"<html><script>",
            )
        )
        name = self.random.choice((self.odd.name(), self.odd.word()[:2000], "说明.md"))
        part = _part(operation.files_field(), name, content)
        return self.sent("form", operation, body=part + f"--{BOUNDARY}--\r\n".encode(), headers=FORM)

    def cut_form(self) -> Case:
        """A form that is cut off or is none."""
        operation = self.operation(lambda one: one.takes_files)
        whole = _part(operation.files_field(), "说明.md", CANARY.encode()) + f"--{BOUNDARY}--\r\n".encode()
        body = self.random.choice(
            (whole[: self.random.randrange(len(whole))], b"--" + whole, whole.replace(b"\r\n", b"\n"), b"--\r\n" * 500)
        )
        headers = self.random.choice(
            (FORM, {"Content-Type": "multipart/form-data"}, {"Content-Type": "multipart/form-data; boundary="})
        )
        return self.sent("cut form", operation, body=body, headers=headers)


def _part(field_name: str, name: str, content: bytes) -> bytes:
    shown = name.encode("utf-8", "surrogatepass")
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field_name}"; filename="'.encode()
    return head + shown + b'"\r\nContent-Type: application/octet-stream\r\n\r\n' + content + b"\r\n"
