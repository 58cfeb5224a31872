# Everything a reader, a teacher or a contributor runs. `make help` lists it.
#
# The environment lives in .venv and is rebuilt only when pyproject.toml, constraints.txt or
# tools/setup change. A reader's holds what the lessons need; a contributor's adds the extras to
# it. uv is used when it is installed; venv and pip otherwise.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8888
NOTEBOOK ?= notebooks/00_start_here.ipynb
# What a contributor needs and a reader does not.
EXTRAS ?= test,grading,browser,site
# Tests shared out among the machine's cores and one more worker, for browsers and nbgrader leave
# theirs waiting now and then; conftest.py says how.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
SHARED := -n $(WORKERS) --dist loadfile --no-loadscope-reorder
READER := $(VENV)/.reader
CONTRIBUTOR := $(VENV)/.contributor

.DEFAULT_GOAL := help
.PHONY: help lab test test-fast lint format setup notebooks environment constraints exercises class question classroom grade mark hand-back reproduce site slides errata bench clean

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

lab: $(READER) ## open the first lesson in JupyterLab (PORT=8888 NOTEBOOK=... to choose)
	@tools/lab $(BIN) $(PORT) $(NOTEBOOK)

test: setup lint ## run everything: lint, tests, doctests, notebooks
	@$(BIN)/python -m tests.browser.available
	$(BIN)/python -m pytest $(SHARED) -rs

test-fast: setup ## run what to run between two edits: a minute or so; it says what it leaves out
	$(BIN)/ruff check .
	$(BIN)/python -m pytest $(SHARED) -m "not slow" -q

lint: setup ## check style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup ## mend style and formatting
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

reproduce: $(READER) ## rebuild all four sources into one page, build/reproduction/index.html
	$(BIN)/course reproduce

site: setup ## make the course a web site, build/site/index.html (SITE="--reproduction build/reproduction" takes one made before)
	$(BIN)/python -m tools.build_site $(SITE)

slides: setup ## make a slide deck of each lesson, build/slides/index.html (LESSON=02_luck_has_a_distribution for one)
	$(BIN)/python -m tools.slides $(if $(LESSON),"$(LESSON)")

errata: $(READER) ## write ERRATA.md from the verdicts
	$(BIN)/python -m course_lib.papers.errata ERRATA.md

bench: setup ## time the library against its peers, as ratios
	$(BIN)/python -m benchmarks

notebooks: setup ## run the lessons again and store their outputs
	$(BIN)/python tools/execute_notebooks.py

exercises: setup ## write exercises/ from solutions/
	$(BIN)/python -m course_lib.classroom.generate

class: setup ## numbers of each student's own for your class: write class.toml, once, before you release
	$(BIN)/python -m course_lib.classroom.class_file

question: setup ## begin a question of your own: NAME=own-power ASSIGNMENT=08_mine (KIND=number, function, choice, written)
	$(BIN)/python -m tools.new_question $(NAME) $(ASSIGNMENT) --kind $(or $(KIND),number)

classroom: setup ## rehearse grading with a pretend class, in build/classroom
	$(BIN)/python -m tools.pretend_class $(ASSIGNMENTS)

grade: setup ## grade what students handed in: ASSIGNMENT=02_luck (JOBS=n STUDENT=pattern FORCE=1 SANDBOX=required|no)
	@$(BIN)/python -m tools.grade $(if $(ASSIGNMENT),'$(ASSIGNMENT)',) $(if $(JOBS),--jobs $(JOBS)) \
	    $(if $(STUDENT),--student '$(STUDENT)') $(if $(FORCE),--force) $(if $(SANDBOX),--sandbox $(SANDBOX))

mark: setup ## mark written answers: a page to open (ASSIGNMENT=02_luck), then MARKS=file to read what it saved
	@$(BIN)/python -m tools.marking $(ASSIGNMENT) $(if $(MARKS),--read "$(MARKS)")

hand-back: setup ## grades and feedback for Moodle, Canvas and you, in handed_back/ (ASSIGNMENT=02_luck)
	@$(BIN)/python -m tools.hand_back $(ASSIGNMENT)

environment: setup ## write environment.yml from pyproject.toml
	$(BIN)/python tools/write_environment.py

constraints: ## choose the exact versions in constraints.txt anew (needs uv)
	tools/write_constraints

setup: $(CONTRIBUTOR) ## install what a contributor needs into .venv

$(READER): pyproject.toml constraints.txt tools/setup
	tools/setup $(VENV)

$(CONTRIBUTOR): pyproject.toml constraints.txt tools/setup
	tools/setup $(VENV) $(EXTRAS)

clean: ## remove .venv and everything built
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
