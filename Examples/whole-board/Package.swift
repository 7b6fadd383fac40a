// swift-tools-version: 6.2

import PackageDescription

// A package outside boardsim whose tests run a whole board. It needs no C library: `make examples` builds
// it where those of boardsim's other products cannot be found.
let package = Package(
  name: "WholeBoard",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "boardsim", path: "../..")],
  targets: [
    .testTarget(
      name: "WholeBoardTests",
      dependencies: [.product(name: "VirtualBoard", package: "boardsim")])
  ],
  swiftLanguageModes: [.v6]
)
