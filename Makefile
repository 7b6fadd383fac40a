# boardsim: `make run` starts the board, `make test` checks everything. Both set up what they need.

ARGS ?=
SECONDS ?= 60
TARGETS ?=

.PHONY: run test build release dist bench fuzz mutate soak tsan asan lint format embedded embedded-check embedded-run embedded-board examples docs pages captures librtcm inspector clean

## Start the board, built without optimisation: make run ARGS="--port 8080 --lan"
run:
	@scripts/build/bootstrap build
	@scripts/build/quick >&2
	@.build/quick/release/boardsim run $(ARGS)

## Run the tests: make test ARGS="--filter RTCMParser"; make test ARGS="--module RINEX" builds one module's alone
test:
	@scripts/build/bootstrap test
	@scripts/build/test $(ARGS)

# What --version tells: the commit, with -dirty where files differ from it.
build run release dist: export BOARDSIM_COMMIT := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)

## Build the command, optimised: .build/release/boardsim
build:
	@scripts/build/bootstrap build
	scripts/build/release $(ARGS)

# The same for targets whose ARGS are not the compiler's.
release:
	@scripts/build/bootstrap build
	@scripts/build/release >&2

## Make a tarball and a Debian package in dist/, with the Swift runtime inside, librtcm's tarball and wheel, and the inspector
dist:
	@scripts/build/bootstrap dist
	@scripts/release/dist

## Measure, as ratios against baselines of the same run; ARGS=build measures building and testing, ARGS=rtk positions beside RTKLIB's, ARGS=rivals RTCM beside other decoders
bench:
	@scripts/build/bootstrap bench
	scripts/bench/bench $(ARGS)

## Throw bytes at everything that reads them, a while each: make fuzz SECONDS=5 TARGETS="frames url"
fuzz:
	@scripts/build/bootstrap build
	@scripts/soak/fuzz --seconds $(SECONDS) $(TARGETS)

## Change logic one place at a time, see which changes the tests notice: make mutate ARGS="--seed 2 --count 60 --module BoardFirmware"
mutate:
	@scripts/build/bootstrap test
	@scripts/check/mutate $(ARGS)

## Check for long, with a figure for each check: make soak ARGS="--tenth --seed 7 readers"
soak: release
	@scripts/soak/soak $(ARGS)

## Run boards, caster, server, pollers, orders and faults at once under ThreadSanitizer: make tsan ARGS="--seed 10"
tsan:
	@scripts/build/bootstrap build
	@scripts/soak/soak $(ARGS) threads

## Throw hostile bytes at server, caster and readers of captures under AddressSanitizer
asan:
	@scripts/build/bootstrap test
	@scripts/soak/soak $(ARGS) addresses

## Check format, style, the direction of imports, public names, reasons of what is unsafe, documentation, requirements
lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Examples Benchmarks Fuzz librtcm wasm
	scripts/check/check-imports
	@scripts/check/check-docs >/dev/null
	scripts/check/requirements --check

## Format every source file in place
format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests Examples Benchmarks Fuzz librtcm wasm

## Compile the pure modules as Embedded Swift for a Cortex-M4, and run Examples/microcontroller in QEMU
embedded: embedded-check embedded-run

# With -j2 side by side.
embedded-check embedded-run:
	scripts/build/$@

## Run the board's firmware on a Cortex-M7 in QEMU, and compare its card with a process's: make embedded-board ARGS="--seconds 600"
embedded-board:
	@scripts/build/bootstrap build
	scripts/build/embedded-board $(ARGS)

# Where packages outside ours are built: in one place, with one setting, so that they share what they have of ours.
outside = --scratch-path Examples/.build $$(scripts/build/test-options --without-traits)

## Build packages outside ours that depend on our products, one of them where no C library is
# That one first: what it shares with the others is compiled without the libraries, and once.
# SwiftPM makes no new plan when a file of a package beside it comes or goes.
examples:
	@rm -f Examples/.build/debug.yaml
	scripts/build/without-c-libraries swift test --package-path Examples/whole-board $(outside)
	@rm -f Examples/.build/debug.yaml
	swift test --package-path Examples $(outside)

## Make the libraries' documentation, one site in .build/docs
docs:
	@scripts/build/bootstrap build
	@scripts/build/docs

## Build the library for C, C++ and Python in .build/librtcm; read all vectors, run examples, compare with pyrtcm
librtcm: release
	@scripts/release/librtcm
	@BOARDSIM=.build/release/boardsim scripts/release/librtcm-check

## Build the inspector of RTCM for browsers, one page, and its module for JavaScript in .build/inspector; compare both with the command
inspector: release
	@scripts/release/inspector
	@BOARDSIM=.build/release/boardsim scripts/release/inspector-check

## Do what the README and the pages tell to type, and compare what they print
pages: release
	BOARDSIM=.build/release/boardsim scripts/check/doc-run README.md docs/*.md

## Make the captures again
captures: release
	BOARDSIM=.build/release/boardsim scripts/check/captures

clean:
	rm -rf .build dist Examples/.build Benchmarks/.build Fuzz/.build
