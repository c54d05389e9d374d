# make env         only the environment (.venv); starts nothing
# make demo        a demonstration casino on http://127.0.0.1:8000 (PORT=, AUTOPLAY=1, TOURNAMENT=1, TABLES=60); Ctrl-C stops all of it
# make demo-reset  delete the demonstration's data
# make test        everything that CI runs
# make test-long   the long tests and all random tests, with 40 times the examples and a new seed; SEED= repeats a run
# make words       list every text that people read, and compile the catalogues of casino/locale
# make pictures    take the pictures of README and docs again, in a demonstration of their own
# make sheet       pictures of every screen in every state and size: var/sheet/index.html; STATES= takes only some
# make docs        the documentation as a site, in var/docs
# make lock        update the lock files after a change of requirements*.in

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
RUN := $(VENV)/bin/python
PIP_INSTALL := $(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes

# These files mark that a lock file was installed, so that make does not install it again.
RUNTIME := $(VENV)/.installed-runtime
DEV := $(VENV)/.installed-dev

.PHONY: env demo demo-reset test test-long words pictures sheet docs lock

env: $(DEV)

demo: $(RUNTIME)
	@CASINO_DEMO=1 exec $(RUN) manage.py demo --port "$(or $(PORT),8000)" $(if $(filter 1,$(AUTOPLAY)),--autoplay) $(if $(filter 1,$(TOURNAMENT)),--tournament) $(if $(TABLES),--tables "$(TABLES)")

demo-reset: $(RUNTIME)
	@CASINO_DEMO=1 exec $(RUN) manage.py demo --reset

test: $(DEV)
	@exec .ci/check

test-long: $(DEV)
	@exec .ci/long $(SEED)

words: $(DEV)
	@$(RUN) -m tools.words

pictures: $(DEV)
	@exec $(RUN) -m tools.pictures

sheet: $(DEV)
	@exec $(RUN) -m tools.pictures.sheet $(STATES)

docs: $(DEV)
	@.ci/docs && echo "The documentation: var/docs/index.html"

lock: $(DEV)
	$(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url requirements.in -o requirements.lock
	$(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url requirements-demo.in -o requirements-demo.lock
	$(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url requirements-dev.in -o requirements-dev.lock

$(RUN):
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: name one with make PYTHON=/path/to/python3.11" >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV)

$(RUNTIME): requirements.lock requirements-demo.lock | $(RUN)
	@echo "Installing requirements.lock and requirements-demo.lock into $(VENV) (a minute the first time) ..."
	@$(PIP_INSTALL) -r requirements.lock -r requirements-demo.lock
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME) | $(RUN)
	@echo "Installing requirements-dev.lock into $(VENV) ..."
	@$(PIP_INSTALL) -r requirements-dev.lock
	@touch $@
