# The service, its worker and its command line in one image; which of them runs is the command.
FROM python:3.11-slim AS build
# PyPI's torch brings gigabytes of CUDA: name an index of CPU builds here where no GPU is wanted.
ARG PIP_EXTRA_INDEX_URL=""
WORKDIR /src
RUN python -m venv /opt/dianmian
COPY requirements.lock ./
RUN /opt/dianmian/bin/python -m pip install --no-cache-dir --requirement requirements.lock
COPY . .
RUN /opt/dianmian/bin/python -m pip install --no-cache-dir --no-deps .

FROM python:3.11-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libglib2.0-0 libgomp1 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /var/lib/dianmian dianmian
COPY --from=build /opt/dianmian /opt/dianmian
ENV PATH="/opt/dianmian/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    DIANMIAN_HOME=/var/lib/dianmian \
    DIANMIAN_HOST=0.0.0.0 \
    DIANMIAN_LOG_FORMAT=json
USER dianmian
WORKDIR /var/lib/dianmian
EXPOSE 8321
STOPSIGNAL SIGTERM
ENTRYPOINT ["dianmian"]
CMD ["serve"]
