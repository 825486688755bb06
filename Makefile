# One command plays, one tests; `make` lists them all. What must be there beforehand: Python 3.11
# or later, git and make. The rest goes into two folders of the project: .tools (uv, which sets
# things up) and .venv (what uv.lock names).

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-20s%s\n", $$1, $$2}'

# The Python to set up with: the first that is new enough. Choose yourself: make PYTHON=python3.13
PYTHON = $(shell for python in python3 python3.15 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.version_info < (3, 11) and sys.exit(1); print(sys.executable)' \
	2>/dev/null && break; done)
FOUND = $(or $(PYTHON),$(error noughts needs Python 3.11 or later; install it, or name it: \
	make PYTHON=/path/to/python3))

UV := .tools/uv/bin/uv
RUN := .venv/bin/python -m
# Tests run on all cores, a file of them in one process.
SHARED := --numprocesses auto --dist loadfile

# uv takes the Python found above and never downloads another, trusts the certificates that the
# machine trusts, and keeps to the project's .venv even while another one is activated.
export UV_PYTHON_DOWNLOADS := never
UV_SYSTEM_CERTS ?= 1
export UV_SYSTEM_CERTS
export UV_PROJECT_ENVIRONMENT := .venv
unexport VIRTUAL_ENV
# Python keeps what it has compiled: without that, each process of the tests prepares them anew.
unexport PYTHONDONTWRITEBYTECODE
# Its cache, shared by all projects, is in the home folder, or here where that is not to be had.
ifndef UV_CACHE_DIR
export UV_CACHE_DIR := $(shell cache="$${XDG_CACHE_HOME:-$$HOME/.cache}/uv"; \
	mkdir -p "$$cache" 2>/dev/null && test -w "$$cache" && echo "$$cache" || echo "$(CURDIR)/.tools/cache")
endif

$(UV): tools/uv.txt
	@"$(FOUND)" tools/get_uv.py

# Three stamps: playing needs less than serving, and that less than testing, and must come sooner.
# --inexact leaves in place what another one has installed, so that they don't undo each other.
# Players take the lock as it is; who tests is told when pyproject.toml has moved on (then:
# .tools/uv/bin/uv lock).
.venv/.play: $(UV) pyproject.toml uv.lock
	@$(UV) sync --python "$(FOUND)" --frozen --no-dev --inexact
	@echo '$(CURDIR)' > $@

.venv/.serve: $(UV) pyproject.toml uv.lock
	@$(UV) sync --python "$(FOUND)" --frozen --no-dev --inexact --extra web
	@echo '$(CURDIR)' > $@

.venv/.test: $(UV) pyproject.toml uv.lock
	@$(UV) sync --python "$(FOUND)" --locked
	@echo '$(CURDIR)' | tee .venv/.play .venv/.serve > $@

# The stamps say where they were made: a checkout that has been moved is set up again.
ifneq ($(shell cat .venv/.play 2>/dev/null),$(CURDIR))
.PHONY: .venv/.play .venv/.serve .venv/.test
endif

# The trap lets the game alone answer Ctrl-C, and ends here without a word of make's.
play: .venv/.play ## play tic-tac-toe against the computer (make play ARGS="--side o")
	@trap : INT; $(RUN) noughts play $(ARGS) || test $$? -eq 130
	@echo "Next: make install puts noughts on your PATH; then noughts --help lists what you can type."

# The versions are the lock's; the man page and the completion go where the system looks for them.
install: $(UV) ## put noughts on your PATH, with the page, completion in the shell and man page
	@$(UV) export --quiet --frozen --no-dev --extra web --no-emit-project --no-hashes --output-file .tools/lock.txt
	@$(UV) tool install --python "$(FOUND)" --constraints .tools/lock.txt --force --reinstall-package noughts ".[web]"
	@tools/after-install "$$($(UV) tool dir --bin)" "$$($(UV) tool dir)/noughts"

serve: .venv/.serve ## play and analyse in the browser (make serve ARGS="--port 8080")
	@trap : INT; $(RUN) noughts serve $(ARGS) || test $$? -eq 130

test: .venv/.test ## run the tests but for the large ones (make test ARGS="-k draw")
	@$(RUN) pytest $(SHARED) -m "not large" $(ARGS)

test-changed: .venv/.test ## run the tests of the changed rooms and of those that stand on them
	@tests=$$(.venv/bin/python tools/changed.py $(SINCE)) && $(RUN) pytest $(SHARED) -m "not large" $$tests $(ARGS)

test-large: .venv/.test ## run the large tests, which tests/large.txt lists
	@$(RUN) pytest $(SHARED) -m "large and not nightly" $(ARGS)

test-nightly: .venv/.test ## run the largest tests, which tests/nightly.txt lists
	@$(RUN) pytest $(SHARED) -m nightly $(ARGS)

test-bridges: $(UV) ## test the bridges to TextArena, OpenEnv and Verifiers in an environment of their own
	@$(UV) venv --quiet --clear --python "$(FOUND)" .tools/bridges
	@$(UV) pip install --quiet --python .tools/bridges/bin/python -r tools/bridges.txt -e .
	@.tools/bridges/bin/python -m pytest -p no:cacheprovider tests/lab/test_openenv.py tests/lab/test_textarena.py

test-all: .venv/.test ## run all tests
	@$(RUN) pytest $(SHARED) $(ARGS)

check: .venv/.test ## lint, formatting, types, which room may import which, and plain English
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy
	.venv/bin/python .venv/bin/lint-imports --no-logo
	.venv/bin/python tools/english.py

format: .venv/.test ## lay out the code, mend what lint can mend
	$(RUN) ruff check --fix-only
	$(RUN) ruff format

bench: .venv/.test ## measure: the searches against a tutorial's, and the start-up
	@$(RUN) benchmarks $(ARGS)

coverage: .venv/.test ## run all tests and report which lines none of them ran
	@$(RUN) pytest --cov --cov-report=term-missing:skip-covered $(ARGS)

docs: .venv/.test ## build the documentation's site: site/index.html
	@.venv/bin/python tools/get_pyodide.py
	@$(RUN) sphinx -b html -d .tools/doctrees $(TAGS) -W --keep-going -q docs site
	@echo "site/index.html"

site: TAGS := -t site
site: docs ## build the documentation and, in site/play, a page for each game: site/ suits any web host
	@$(RUN) noughts export --site site/play
	@echo "site/play/index.html"

wheel-test: .venv/.test ## test the wheel in an empty environment (ARGS=--each: each extra alone)
	@tools/wheel-test $(ARGS)

clean: ## remove what the other targets made
	rm -rf .venv .tools dist site .coverage .*_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

.PHONY: help play install serve test test-changed test-large test-nightly test-bridges test-all check format bench coverage docs site wheel-test clean
