# Dama in one image: the compiled core is built in the first stage, so that the second carries no compiler.
FROM python:3.11-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
RUN python -m venv /opt/dama
ENV PATH=/opt/dama/bin:$PATH DAMA_REQUIRE_CORE=1 PIP_NO_CACHE_DIR=1
COPY constraints.txt .
RUN pip install --constraint constraints.txt setuptools wheel Cython
COPY pyproject.toml setup.py README.md LICENSE ./
COPY engine engine
COPY hall hall
COPY webapp webapp
COPY bot bot
RUN pip install --constraint constraints.txt --no-build-isolation ".[app]"

FROM python:3.11-slim-bookworm
RUN useradd --system --create-home dama && mkdir /data && chown dama /data
COPY --from=build /opt/dama /opt/dama
ENV PATH=/opt/dama/bin:$PATH PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER dama
WORKDIR /home/dama
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8080/health', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot"]
