# `make` builds the engine; `make check` runs everything that must pass.

EXE ?= pbrain-dolmen
CARGO ?= cargo
PYTHON ?= python3
BUILT = target/release/pbrain-dolmen
VENV = target/venv

.PHONY: all help check format lint test model doc bench signature games shards install clean

all: ## Build the engine and put it at $(EXE)
	$(CARGO) build --release
	@if [ "$(EXE)" != "$(BUILT)" ]; then cp $(BUILT) $(EXE); fi

help: ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

check: format lint test model doc signature games shards ## Everything: format, lints, tests, documentation, bench, real games
	@echo "all checks passed"

format: ## Is the source formatted?
	$(CARGO) fmt --check

lint: ## No warning from clippy
	$(CARGO) clippy --all-targets -- -D warnings
	$(CARGO) clippy --all-targets --features tune -- -D warnings
	$(CARGO) clippy --no-default-features -- -D warnings

test: ## The tests
	$(CARGO) test
	$(CARGO) test --features tune --lib settings

model: ## What threads share, in all orders of events (loom)
	RUSTFLAGS="--cfg loom" CARGO_PROFILE_DEV_OPT_LEVEL=0 $(CARGO) test --target-dir target/loom --lib model

doc: ## The documentation builds without warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps

bench: ## Speed and signature
	$(CARGO) run --release -- bench

signature: ## Is the bench what the last commit with a Bench line says?
	$(CARGO) build --release
	@now=$$($(BUILT) bench 2>/dev/null | sed -n 's/^Bench: //p'); \
	said=$$(git log -n 200 --format=%B 2>/dev/null | sed -n 's/^Bench: \([0-9]*\)$$/\1/p' | head -n 1); \
	echo "bench $$now, commit log $${said:-says nothing}"; \
	[ -n "$$now" ] && { [ -z "$$said" ] || [ "$$now" = "$$said" ]; }

games: $(VENV)/ready ## Complete games through another project's protocol client
	$(CARGO) build --release
	$(VENV)/bin/python tests/clients/play_games.py

shards: ## One match in eight parts by GNU parallel, if that is installed
	$(CARGO) build --release
	@if command -v parallel >/dev/null; then tests/clients/shards.sh; else echo "GNU parallel is not installed: skipped"; fi

$(VENV)/ready:
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet pygomo-lib==0.1.1 renju==0.1.0
	touch $@

install: ## Install for the current user
	$(CARGO) install --locked --path .

clean: ## Remove what was built
	$(CARGO) clean
