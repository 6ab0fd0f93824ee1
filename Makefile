# Everything a developer or CI does, from a clean clone with Python 3.11 and make.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.dianmian-installed
PEERS := .venv-peers
PEERS_STAMP := $(PEERS)/.installed

.DEFAULT_GOAL := help
.PHONY: help install demo test lint bench eval eval-quantities eval-peers eval-forms fuzz serve

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(STAMP) ## Make .venv with every pinned library and this project

$(STAMP): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the pinned libraries into $(VENV) (about 2 GB unpacked; minutes the first time)"
	$(BIN)/python -m pip install -qq --requirement requirements.lock
	$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .
	@touch $@

demo: install ## Load the samples and answer questions (CHECK=1 compares with what is expected)
	$(BIN)/python -m service.demo $(if $(CHECK),--check,)

test: install ## Run all tests (JOBS=n processes, ARGS passed on)
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

lint: install ## Style, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

bench: install ## Measure speed and size
	$(BIN)/python -m evals.bench

bench-%: install ## Measure one part, for example bench-ingestion
	$(BIN)/python -m evals.bench_$(subst -,_,$*)

fuzz: install ## Send 10,000 bad requests, then ask the service everything its OpenAPI document describes
	$(BIN)/python -W ignore -m evals.fuzz $(ARGS)
	CONTRACT_DEEP=20 $(BIN)/python -m pytest tests/contract

eval: install ## Run every evaluation suite, or one: SUITE=path
	$(BIN)/python -m $(if $(SUITE),evals.run $(SUITE),evals.run)

eval-quantities: install ## Score the reading of quantities, beside other parsers where they can be installed
	-@$(MAKE) --no-print-directory $(PEERS_STAMP)
	$(BIN)/python -m evals.quantities

eval-peers: install ## Measure search beside plain LangChain pipelines (embeds two sets of documents three times: minutes)
	-@$(MAKE) --no-print-directory $(PEERS_STAMP)
	$(BIN)/python -W ignore -m evals.peers $(ARGS)

eval-forms: install ## Ask one FAQ as records, as Markdown and as plain text
	$(BIN)/python -W ignore -m evals.forms

# Never in $(VENV): what we compare with is no part of the product.
$(PEERS_STAMP): evals/peers.lock
	@echo "Installing what we compare with into $(PEERS) (about 500 MB)"
	$(BIN)/python -m venv --clear $(PEERS)
	$(PEERS)/bin/python -m pip install -qq --no-deps --requirement evals/peers.lock
	@touch $@

eval-%: install ## Run one part, for example eval-parsing
	$(BIN)/python -m evals.$*

serve: install ## Start the service
	$(BIN)/dianmian serve
