// swift-tools-version: 6.2

import PackageDescription

// A package outside boardsim whose tests run a whole board, and an app's view model that polls it. It needs
// no C library: `make examples` builds it where those of boardsim's other products cannot be found.
let package = Package(
  name: "WholeBoard",
  platforms: [.macOS(.v26), .iOS(.v26)],
  dependencies: [.package(name: "boardsim", path: "../..")],
  targets: [
    .target(
      name: "BoardScreen",
      dependencies: [.product(name: "BoardClient", package: "boardsim")]),
    .testTarget(
      name: "WholeBoardTests",
      dependencies: [
        "BoardScreen",
        .product(name: "BoardClient", package: "boardsim"),
        .product(name: "VirtualBoard", package: "boardsim"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
