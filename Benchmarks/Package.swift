// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "boardsim", path: "..")],
  targets: [
    .target(name: "ByteTable"),
    .target(name: "AllocationCount"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "ByteTable", "AllocationCount",
        .product(name: "RTCMParser", package: "boardsim"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
