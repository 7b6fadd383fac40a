// swift-tools-version: 6.2

import PackageDescription

// A package of its own: libFuzzer brings the main function, and the unsafe flag that leaves ours out
// would keep others from depending on the libraries.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "boardsim", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "RTCMParser", package: "boardsim"),
        .product(name: "RTCMTestKit", package: "boardsim"),
        .product(name: "RTCMText", package: "boardsim"),
        .product(name: "RTCMJSON", package: "boardsim"),
        .product(name: "RINEX", package: "boardsim"),
        .product(name: "Positioning", package: "boardsim"),
        .product(name: "ObservationQuality", package: "boardsim"),
        .product(name: "NMEA", package: "boardsim"),
        .product(name: "RTCMStreams", package: "boardsim"),
        .product(name: "NtripMemory", package: "boardsim"),
        .product(name: "NtripProtocol", package: "boardsim"),
        .product(name: "SensorDrivers", package: "boardsim"),
        .product(name: "UBloxRaw", package: "boardsim"),
        .product(name: "BoardClient", package: "boardsim"),
        .product(name: "BoardSimulation", package: "boardsim"),
        .product(name: "OpenData", package: "boardsim"),
        .product(name: "AppServer", package: "boardsim"),
        .product(name: "VirtualBoard", package: "boardsim"),
        .product(name: "FATVolumes", package: "boardsim"),
        .product(name: "ScenarioFiles", package: "boardsim"),
        .product(name: "Hosts", package: "boardsim"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]
    )
  ],
  swiftLanguageModes: [.v6]
)
