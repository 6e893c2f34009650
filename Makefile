# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors

# Folders that swift format reads and writes.
SWIFT_FOLDERS := Package.swift $(wildcard Sources Tests Examples Benchmarks)

CLIENT_TESTS := LocationClientTests|CoreLocation(Swift6)?Tests
DAEMON_TESTS := (LocationCore|LocationProtocol|LinuxIO|GPSDSource|LocationServer|TrackFiles|locationctl|Corpus)Tests

.PHONY: run test check format bench docs sanitize sanitize-client sanitize-daemon fuzz soak clean release programs install deb boot-test

# Where `make install` puts things; DESTDIR before all of them.
PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
UNITDIR ?= $(PREFIX)/lib/systemd/system
# One build that runs without a Swift toolchain: the runtime is linked in. What each fix runs through
# lies side by side, by a list that scripts/order-functions writes: docs/decisions/0019.
ORDER := -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
  -Xlinker --symbol-ordering-file -Xlinker $(CURDIR)/scripts/functions.order \
  -Xlinker --no-warn-symbol-ordering -Xlinker -O0
RELEASE := swift build --configuration release --static-swift-stdlib -Xlinker -z -Xlinker now $(ORDER)
# `swift build` finds the toolchain's modules by itself; this is where its products go.
PROGRAMS = $(shell $(RELEASE) --show-bin-path)

# The main job, live, on this machine.
run:
	@scripts/run

# Everything there is to test; ends with the test runner's own summary.
test:
	scripts/install-dependencies test
	$(MAKE) --no-print-directory check
	swift build --build-tests
	# The package, for the boot test.
	scripts/make-deb
	# A run of its own, because what boots has time limits too; skipped, and said so, where this
	# machine cannot boot a container. Alone: make boot-test.
	swift test --skip-build --disable-xctest --filter BootTests
	# Runs apart: the client's tests wait for threads, and tests that start real programs would hold
	# all of the runner's threads meanwhile.
	swift test --skip-build --disable-xctest --skip EndToEndTests --skip LocationMQTTTests \
	  --skip '$(CLIENT_TESTS)'
	# What is sent by io_uring must be the same without it; the leaks were looked for above.
	LOCATIOND_SENDING=calls LOCATIOND_LEAK_TRIALS=1000 swift test --skip-build --disable-xctest \
	  --filter LocationServerTests
	swift test --skip-build --disable-xctest --filter '$(CLIENT_TESTS)'
	swift test --skip-build --disable-xctest --filter LocationMQTTTests
	swift test --skip-build --disable-xctest --filter EndToEndTests --skip BootTests

# What can be said without building: formatting and the rules of the house.
check:
	swift format lint --strict --recursive $(SWIFT_FOLDERS)
	scripts/check-architecture

format:
	swift format --in-place --recursive $(SWIFT_FOLDERS)

# What it costs, beside the floor and the peers; fails beyond the limits of Benchmarks/Thresholds.
# `make bench MEASURES="fan-out --quick"` runs a part.
bench:
	scripts/install-dependencies bench
	$(RELEASE)
	.build/release/locationd-bench $(MEASURES)

# A thousand stay, a hundred a second come and go: `make soak SECONDS=3600`, 300 by default. Fails
# when memory or descriptors grow, or a location is missing.
soak:
	scripts/install-dependencies run
	$(RELEASE)
	.build/release/locationd-bench soak $(or $(SECONDS),300)

release:
	$(RELEASE) --product locationd
	$(RELEASE) --product locationctl
	$(RELEASE) --product location-mqtt
	$(RELEASE) --product locationctl-console
	$(RELEASE) --product make-recording
	scripts/make-outlines .build/console/land.json

programs:
	@echo '$(PROGRAMS)'

# Installs what `make release` built.
install:
	DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' SYSCONFDIR='$(SYSCONFDIR)' UNITDIR='$(UNITDIR)' \
	  scripts/install '$(PROGRAMS)'

# The Debian package, in .build/deb.
deb:
	scripts/install-dependencies deb
	scripts/make-deb

# The package in a Debian that really boots; needs root. `make test` runs it, too, after `make deb`.
boot-test:
	scripts/install-dependencies boot
	scripts/boot-test

# What libFuzzer thinks of, for every parser; `make fuzz SECONDS=600 TARGETS="gpsd upstream"`.
fuzz:
	scripts/fuzz $(or $(SECONDS),60) $(TARGETS)

# The documentation of the Swift libraries, without a network.
docs:
	scripts/docs

# Under the thread and address sanitizers.
sanitize: sanitize-daemon sanitize-client

# One build with the address sanitizer for both. Undefined behaviour, which Swift has none of, is
# looked for in the C and C++ and traps. Leaks of the toolchain's own libraries are not ours to fix.
UNDEFINED := -fsanitize=undefined -fsanitize-trap=undefined
ADDRESS := --sanitize=address --scratch-path .build/sanitize $(UNDEFINED:%=-Xcc %) $(UNDEFINED:%=-Xcxx %)
THREAD := --sanitize=thread --scratch-path .build/thread
LEAKS := LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/toolchain-leaks:print_suppressions=0
SANITIZED_TEST := swift test --disable-xctest --skip-build

# The daemon and the tools.
sanitize-daemon:
	swift build --build-tests $(ADDRESS)
	$(LEAKS) LOCATIOND_LEAK_TRIALS=1000 $(SANITIZED_TEST) $(ADDRESS) --filter '$(DAEMON_TESTS)'
	swift build --build-tests $(THREAD)
	LOCATIOND_LEAK_TRIALS=1000 $(SANITIZED_TEST) $(THREAD) --filter '$(DAEMON_TESTS)'

# The client libraries.
sanitize-client:
	swift build --build-tests $(ADDRESS)
	$(LEAKS) $(SANITIZED_TEST) $(ADDRESS) --filter '$(CLIENT_TESTS)'
	swift build --build-tests $(THREAD)
	$(SANITIZED_TEST) $(THREAD) --filter '$(CLIENT_TESTS)'

clean:
	swift package clean
