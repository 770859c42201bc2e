# `make` builds the engine; `make check` runs everything that must pass.

EXE ?= pbrain-dolmen
CARGO ?= cargo
PYTHON ?= python3
BUILT = target/release/pbrain-dolmen
COMPANION = target/release/dolmen
VENV = target/venv
PYENV = target/python
# A wheel for every Linux since 2014. Where rustup has another target (rustup target add):
# WHEEL_FLAGS="--zig --target x86_64-unknown-linux-musl".
WHEEL_FLAGS ?= --zig --compatibility manylinux2014
# Systems whose libraries the list of licences in a wheel names.
WHEEL_SYSTEMS = x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-pc-windows-gnu
# Of `make nightly` and `make rehearsal`.
HOURS ?= 8
PARTS ?=
ARM = aarch64-unknown-linux-musl
LOGGED_BENCH = git log -n 200 --format=%B 2>/dev/null | grep '^Bench: [0-9]*$$' | head -n 1

# What is packed and measured lies in `target`.
unexport CARGO_TARGET_DIR

.PHONY: all help check nightly rehearsal figures release scripts format lint test model doc bench signature games shards python browser quickpage web page pagetest wheel dist gomocup wine arm crates install clean

all: ## Build both programs and put the engine at $(EXE)
	$(CARGO) build --release
	@if [ "$(EXE)" != "$(BUILT)" ]; then cp $(BUILT) $(EXE); fi

help: ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

check: format scripts lint test model doc signature games shards python browser ## Everything: format, lints, tests, documentation, bench, real games, the page
	@echo "all checks passed"

nightly: ## Measure every claim again: HOURS=8, or less; PARTS="check kill9" for some parts
	$(CARGO) build --release
	$(PYTHON) -m nightly run --hours $(HOURS) $(PARTS)

rehearsal: ## The leagues of Gomocup at their real clocks: HOURS=8, or less; PARTS=renju for some
	$(CARGO) build --release
	$(PYTHON) -m nightly rehearsal --hours $(HOURS) $(PARTS)

figures: ## Write what follows from docs/measurements.jsonl
	$(PYTHON) -m nightly figures

release: ## Check and build the release VERSION=x.y.z (CHECK=--check: only check); uploads nothing
	$(PYTHON) -m nightly release $(VERSION) $(CHECK)

scripts: ## Tests of the measuring scripts; are the documents as docs/measurements.jsonl says?
	$(PYTHON) -m unittest discover -s nightly/tests -t .

format: ## Is the source formatted?
	$(CARGO) fmt --all --check

lint: ## No warning from clippy; is the lock file of the fuzz targets up to date?
	$(CARGO) clippy --all-targets -- -D warnings
	$(CARGO) clippy -p dolmen -p dolmen-companion --all-targets --features dolmen/tune,dolmen-companion/tune -- -D warnings
	$(CARGO) clippy -p dolmen --no-default-features --features scalar -- -D warnings
	$(CARGO) clippy -p dolmen-python -p dolmen-web -p dolmen-bindgen -p dolmen-vectors -- -D warnings
	$(CARGO) tree --quiet --locked --manifest-path fuzz/Cargo.toml >/dev/null

test: ## The tests
	$(CARGO) test

# In one build, as the settings of `tune` need another one than the other tests, too.
model: ## What threads share, in all orders of events (loom); the settings of the feature tune
	RUSTFLAGS="--cfg loom" $(CARGO) test -p dolmen --no-default-features --features tune --lib \
		--target-dir target/loom --config profile.dev.package.dolmen.opt-level=0 -- model settings

doc: ## The documentation builds without warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps

bench: ## Speed and signature
	$(CARGO) run --release --bin pbrain-dolmen -- bench

signature: ## Is the bench what the last commit with a Bench line says, with and without vector instructions?
	$(CARGO) build --profile quick -p dolmen --features scalar
	@target/quick/pbrain-dolmen bench 2>/dev/null | grep '^Bench: ' > target/bench-scalar
	$(CARGO) build --release -p dolmen
	@$(BUILT) bench 2>/dev/null | grep '^Bench: ' > target/bench
	@echo "scalar: $$(cat target/bench-scalar), vectors: $$(cat target/bench), commit log: $$($(LOGGED_BENCH))"
	@cmp target/bench-scalar target/bench
	@said=$$($(LOGGED_BENCH)); [ "$$said" = "$$(cat target/bench)" ] || { echo "the last commit with a Bench line says '$$said'"; exit 1; }

games: $(VENV)/ready ## Complete games through another project's protocol client
	$(CARGO) build --release -p dolmen
	$(VENV)/bin/python companion/tests/clients/play_games.py
	$(PYTHON) companion/tests/clients/yixin_board.py 1 200

shards: ## One match in eight parts by GNU parallel, if that is installed
	$(CARGO) test --no-run --quiet
	@if command -v parallel >/dev/null; then companion/tests/clients/shards.sh; else echo "GNU parallel is not installed: skipped"; fi

$(VENV)/ready:
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet pygomo-lib==0.1.1 renju==0.1.0
	touch $@

python: $(PYENV)/ready ## Build the Python package quickly, install it as users do, and run its tests
	$(CARGO) build --release -p dolmen
	rm -rf $(PYENV)/wheels
	$(PYENV)/bin/maturin build --profile quick --strip --locked -q -m python/Cargo.toml --out $(PYENV)/wheels
	$(PYENV)/bin/pip install --quiet --no-deps --force-reinstall $(PYENV)/wheels/dolmen-*.whl
	cd python && ../$(PYENV)/bin/mypy && ../$(PYENV)/bin/stubtest dolmen._native
	cd python && PBRAIN=../$(BUILT) ../$(PYENV)/bin/pytest tests README.md --doctest-glob=README.md

browser: ## The page in Chromium, with a module built quickly, where its tools are installed
	@if command -v npm && packaging/tools.sh web installed; then $(MAKE) quickpage; \
	else echo "npm or what 'packaging/tools.sh web' installs is missing: the page was not tested"; fi

quickpage: web/node_modules/.package-lock.json
	$(CARGO) test --no-run --quiet
	cd web && npm run wasm quick && npm run build && npm run check && npm test -w dolmen-page
	cd web && DOLMEN="$(CURDIR)/target/debug/dolmen" npm run test:quick -w dolmen-engine && npm run e2e

# The next three need Debian, Node.js with npm, and root where packages are missing.
web: page ## The web page: web/page/dist, and target/release/dolmen with the page in it
	$(CARGO) build --release -p dolmen-companion --features page

page: web/node_modules/.package-lock.json
	cd web && npm run wasm && npm run build

pagetest: page ## The engine for the web in Node, the page in Chromium
	$(CARGO) clippy -p dolmen-companion --features page -- -D warnings
	$(CARGO) build --release -p dolmen-companion
	$(CARGO) test -p dolmen-web --lib
	cd web && npm run check && DOLMEN="$(CURDIR)/$(COMPANION)" npm test && npm run e2e

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

wheel: $(PYENV)/ready ## The Python package as a wheel: target/wheels/*.whl
	$(PYENV)/bin/pip install --quiet ziglang==0.17.1
	packaging/licences.sh python/Cargo.toml $(WHEEL_SYSTEMS) >python/LICENSE-THIRD-PARTY.md
	PATH="$(CURDIR)/$(PYENV)/bin:$$PATH" maturin build --release --strip --locked $(WHEEL_FLAGS) -m python/Cargo.toml --out target/wheels

$(PYENV)/ready: python/tests/requirements.txt
	$(PYTHON) -m venv $(PYENV)
	$(PYENV)/bin/pip install --quiet -r python/tests/requirements.txt
	touch $@

# The next four need Debian, and root where packages are missing.
dist: ## Both programs for Linux (x86-64, ARM) and Windows with documents and licences: target/archives
	packaging/tools.sh
	packaging/dist.sh

gomocup: ## The archive for Gomocup: target/gomocup/dolmen.zip
	packaging/tools.sh
	packaging/gomocup.sh

wine: ## Test the programs for Windows under wine
	packaging/tools.sh
	packaging/wine.sh

arm: ## Test the engine for 64-bit ARM under qemu
	packaging/tools.sh
	packaging/cargo.sh $(ARM) build --release -p dolmen --bins
	packaging/bench.sh qemu-aarch64-static target/dist/$(ARM)/release/pbrain-dolmen
	packaging/cargo.sh $(ARM) test --release -p dolmen --lib

crates: ## `cargo install` from what `cargo package` packs
	packaging/crates.sh

install: ## Install for the current user
	$(CARGO) install --locked --path . && $(CARGO) install --locked --path companion

clean: ## Remove what was built
	$(CARGO) clean
