# `make` lists the targets. Everything they set up lands in .venv and can be thrown away.
VENV := .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check --require-virtualenv
BABEL := $(PYTHON) -m babel.messages.frontend
WORDS := $(wildcard translations/*/LC_MESSAGES/*.po)
CATALOGS := $(WORDS:.po=.mo)
DOMAINS := $(sort $(basename $(notdir $(WORDS))))
BIOME := node_modules/.bin/biome
JS_TESTS := $(sort $(wildcard tests/js/*.test.js tests/js/*/*.test.js))

.PHONY: help run test faults soak bench lint catalogs release messages

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.packages catalogs release ## set up what is missing, then serve this machine and the phones around it
	@$(PYTHON) -m webapp.welcome check
	@$(PYTHON) -m flask --app wsgi db upgrade
	@$(PYTHON) -m webapp.certificate
	@$(PYTHON) -m webapp.welcome
	@exec $(PYTHON) -m gunicorn -c python:webapp.serving wsgi:app

test: lint catalogs release ## set up what is missing, then run every check and test
	@echo "== JavaScript tests"
	@node --test --test-reporter=spec $(or $(JS_TESTS),no-javascript-tests-found)
	@echo "== Python and browser tests"
	@browser=$$(.ci/setup-browser $(PYTHON)) && caddy=$$(.ci/setup-caddy) && \
		java=$$(.ci/setup-java) && firefox=$$(.ci/setup-firefox) && webkit=$$(.ci/setup-webkit) && \
		RESERVOIR_BROWSER="$$browser" RESERVOIR_CADDY="$$caddy" RESERVOIR_JAVA="$$java" \
		RESERVOIR_FIREFOX="$$firefox" RESERVOIR_WEBKIT="$$webkit" \
		$(PYTHON) -m pytest -n auto

faults: $(VENV)/.dev-packages catalogs release ## kill servers, fill disks, break databases: ten times what `make test` does
	@.ci/setup-node
	@ROUNDS=10 $(PYTHON) -m pytest tests/faults

soak: $(VENV)/.dev-packages $(BIOME) ## 100,000 schedules of phones, commands and faults: many times what `make test` does
	@SCHEDULES=100000 $(PYTHON) -m pytest -n auto tests/machine

bench: $(VENV)/.dev-packages catalogs release ## measure this machine: all, or ONLY=delay (bench/README.md)
	@.ci/setup-node
	@browser=$$(.ci/setup-browser $(PYTHON)) && \
		RESERVOIR_BROWSER="$$browser" $(PYTHON) -m bench $(ONLY)

lint: $(VENV)/.dev-packages $(BIOME) ## ruff, mypy over the domain and the services, Biome
	@echo "== Lint and types"
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy
	@$(BIOME) ci

catalogs: $(CATALOGS) ## compile the translations, when one has changed

release: $(VENV)/.packages catalogs ## minify and compress the static files, and make the packs, where something changed
	@$(PYTHON) -m webapp.release

messages: $(VENV)/.packages ## bring the interface catalogs up to date with the sources
	@$(BABEL) -q extract -F pyproject.toml --project Reservoir --version 1 --no-location \
		-o translations/messages.pot .
	@$(BABEL) -q update --no-fuzzy-matching --ignore-pot-creation-date \
		-i translations/messages.pot -d translations -D messages

$(PYTHON):
	@.ci/setup-python $(VENV)

$(VENV)/.packages: requirements.txt | $(PYTHON)
	@echo "== Installing the packages of requirements.txt into $(VENV)"
	@$(PIP) install -qq -r requirements.txt
	@touch $@

$(VENV)/.dev-packages: requirements-dev.txt requirements.txt | $(PYTHON)
	@echo "== Installing the packages of requirements-dev.txt into $(VENV)"
	@$(PIP) install -qq -r requirements-dev.txt
	@touch $(VENV)/.packages $@

$(BIOME): package-lock.json
	@.ci/setup-node
	@echo "== Installing the packages of package-lock.json into node_modules"
	@npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(CATALOGS) &: $(WORDS) | $(VENV)/.packages
	@echo "== Compiling the translations"
	@$(BABEL) -q compile -d translations -D "$(DOMAINS)"
