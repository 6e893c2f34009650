# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors

# Folders that swift format reads and writes.
SWIFT_FOLDERS := Package.swift $(wildcard Sources Tests Benchmarks)

.PHONY: run test check format bench clean

# The main job, live, on this machine.
run:
	@scripts/run

# Everything there is to test; ends with the test runner's own summary.
test:
	scripts/install-dependencies test
	$(MAKE) --no-print-directory check
	swift build
	swift test --disable-xctest

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
	swift build -c release --static-swift-stdlib
	.build/release/locationd-bench $(MEASURES)

clean:
	swift package clean
