// swift-tools-version: 6.2

import PackageDescription

// A package outside boardsim: it sees the public products only, as yours would.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "boardsim", path: "..")],
  targets: [
    .executableTarget(
      name: "decode-stream",
      dependencies: [.product(name: "RTCMParser", package: "boardsim")]),
    .executableTarget(
      name: "read-bme280",
      dependencies: [
        .product(name: "SensorDrivers", package: "boardsim"),
        .product(name: "BoardSimulation", package: "boardsim"),
      ]),
    .executableTarget(
      name: "follow-caster",
      dependencies: [.product(name: "NtripClient", package: "boardsim")]),
    // The code of the libraries' tutorials and guides; scripts/check/check-docs finds each block of theirs here.
    .testTarget(
      name: "TutorialTests",
      dependencies: [
        "RTCMParser", "RTCMStreams", "Positioning", "ObservationQuality", "RTCMText", "RTCMJSON",
        "RTCMTestKit", "RINEX",
        "UBloxRaw",
        "NMEA",
        "SensorDrivers", "SensorTestKit", "BoardSimulation", "BoardFirmware", "VirtualBoard",
        "ScenarioFiles", "BoardClient", "NtripProtocol", "NtripMemory", "NtripClient", "OpenData",
        "AirStatistics", "FATVolumes", "AppServer", "AppStore",
      ].map { .product(name: $0, package: "boardsim") }),
    .testTarget(
      name: "OutsideTests",
      dependencies: [
        .product(name: "RTCMParser", package: "boardsim"),
        .product(name: "RTCMText", package: "boardsim"),
        .product(name: "RTCMJSON", package: "boardsim"),
        .product(name: "RTCMTestKit", package: "boardsim"),
        .product(name: "SensorDrivers", package: "boardsim"),
        .product(name: "NtripProtocol", package: "boardsim"),
        .product(name: "NtripClient", package: "boardsim"),
        .product(name: "BoardSimulation", package: "boardsim"),
      ]),
    .testTarget(
      name: "OwnSensorTests",
      dependencies: [
        .product(name: "SensorDrivers", package: "boardsim"),
        .product(name: "BoardFirmware", package: "boardsim"),
        .product(name: "BoardSimulation", package: "boardsim"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
