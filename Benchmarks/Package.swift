// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  traits: [.trait(name: "PostgreSQL"), .trait(name: "MQTT")],
  dependencies: [
    .package(
      name: "boardsim", path: "..",
      traits: [
        .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
        .trait(name: "MQTT", condition: .when(traits: ["MQTT"])),
      ])
  ],
  targets: [
    .target(name: "ByteTable"),
    .target(name: "AllocationCount"),
    .target(name: "Sink"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "ByteTable", "AllocationCount", "Sink",
        .product(name: "RTCMParser", package: "boardsim"),
      ]
    ),
    .executableTarget(
      name: "bench-board",
      dependencies: [
        .product(name: "VirtualBoard", package: "boardsim"),
        .product(name: "BoardSimulation", package: "boardsim"),
      ]
    ),
    .systemLibrary(
      name: "RawSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .executableTarget(
      name: "bench-store",
      dependencies: ["RawSQLite", .product(name: "AppStore", package: "boardsim")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
