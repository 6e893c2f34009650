# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors

# Folders that swift format reads and writes.
SWIFT_FOLDERS := Package.swift $(wildcard Sources Tests Benchmarks)

.PHONY: run test check format clean

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

clean:
	swift package clean
