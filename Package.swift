// swift-tools-version: 6.2

import PackageDescription

/// What every Swift target of this package is compiled with.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Tests read C strings, sub-processes and raw buffers; strict memory safety would only add noise there.
let testing: [SwiftSetting] = strict.dropLast(2) + [.treatAllWarnings(as: .error)]

/// The commit, where the build is told it, as the Makefile does: `Context.gitInformation` is kept with the
/// manifest and grows old.
let commit = Context.environment["BOARDSIM_COMMIT"].map {
  $0.isEmpty ? [] : [CSetting.define("BUILD_COMMIT", to: "\"\($0)\"")]
}

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A library of the system: a module map and the few functions Swift cannot import.
func systemLibrary(_ name: String, pkgConfig: String, apt: [String], brew: [String]) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig,
    providers: [.apt(apt), .brew(brew)])
}

func tests(of name: String, _ more: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "TestSupport", "Locks"] + more,
    exclude: exclude,
    swiftSettings: testing
  )
}

let package = Package(
  name: "boardsim",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .executable(name: "boardsim", targets: ["BoardSimCLI"]),
    .library(name: "RTCMParser", targets: ["RTCMParser"]),
    .library(name: "RTCMText", targets: ["RTCMText"]),
    .library(name: "RINEX", targets: ["RINEX"]),
    .library(name: "RTCMJSON", targets: ["RTCMJSON"]),
    .library(name: "RTCMTestKit", targets: ["RTCMTestKit"]),
    .library(name: "RTCMStreams", targets: ["RTCMStreams"]),
    .library(name: "Positioning", targets: ["Positioning"]),
    .library(name: "ObservationQuality", targets: ["ObservationQuality"]),
    .library(name: "NMEA", targets: ["NMEA"]),
    .library(name: "SensorDrivers", targets: ["SensorDrivers"]),
    .library(name: "SensorTestKit", targets: ["SensorTestKit"]),
    .library(name: "UBloxRaw", targets: ["UBloxRaw"]),
    .library(name: "NtripProtocol", targets: ["NtripProtocol"]),
    .library(name: "NtripMemory", targets: ["NtripMemory"]),
    .library(name: "NtripClient", targets: ["NtripClient"]),
    .library(name: "BoardFirmware", targets: ["BoardFirmware"]),
    .library(name: "BoardSimulation", targets: ["BoardSimulation"]),
    .library(name: "VirtualBoard", targets: ["VirtualBoard"]),
    .library(name: "ScenarioFiles", targets: ["ScenarioFiles"]),
    .library(name: "BoardClient", targets: ["BoardClient"]),
    .library(name: "AppServer", targets: ["AppServer"]),
    .library(name: "AppStore", targets: ["AppStore"]),
    .library(name: "OpenData", targets: ["OpenData"]),
    .library(name: "AirStatistics", targets: ["AirStatistics"]),
    .library(name: "FATVolumes", targets: ["FATVolumes"]),
  ],
  traits: [
    .trait(
      name: "PostgreSQL", description: "Stores of the application server in PostgreSQL, by libpq"),
    .trait(name: "MQTT", description: "Telemetry to MQTT brokers, by libmosquitto"),
    .trait(name: "ThreadSanitizer", description: "Locks that ThreadSanitizer sees"),
  ],
  targets: [
    // Pure: no I/O, no clock, no Foundation.
    library("Mathematics", []),
    library("TextOutput", []),
    library("Bytes", []),
    library("Locks", []),
    library("GNSSBasics", ["Mathematics", "TextOutput"]),
    library("Quantities", []),
    library("NMEA", ["GNSSBasics", "TextOutput", "Bytes"]),
    library("HTTPMessages", ["TextOutput", "Bytes"]),
    .target(name: "CarrylessMultiply", path: "Sources/CLibraries/CarrylessMultiply"),
    library("RTCMParser", ["GNSSBasics", "Mathematics", "Bytes", "CarrylessMultiply"]),
    library(
      "RTCMStreams", ["RTCMParser", "GNSSBasics", "TextOutput", "Mathematics", "Bytes"]),
    library(
      "RTCMText", ["RTCMStreams", "RTCMParser", "GNSSBasics", "TextOutput", "Bytes"]),
    library("RTCMJSON", ["RTCMParser", "RTCMText", "TextOutput", "Bytes"]),
    library(
      "RINEX",
      ["RTCMStreams", "RTCMParser", "GNSSBasics", "TextOutput", "Mathematics", "Bytes"]),
    library("RTCMTestKit", ["RTCMParser", "Mathematics"]),
    library("SensorDrivers", ["NMEA", "GNSSBasics", "Mathematics", "Bytes"]),
    library("SensorTestKit", ["SensorDrivers"]),
    library(
      "UBloxRaw", ["SensorDrivers", "RTCMParser", "GNSSBasics", "Mathematics", "Bytes"]),
    library(
      "NtripProtocol",
      ["NMEA", "GNSSBasics", "Mathematics", "TextOutput", "Bytes"]),
    library("SatelliteOrbits", ["RTCMParser", "GNSSBasics", "Mathematics"]),
    library(
      "Positioning",
      ["SatelliteOrbits", "RTCMParser", "GNSSBasics", "TextOutput", "Mathematics", "Bytes"]),
    library(
      "ObservationQuality",
      [
        "Positioning", "RTCMStreams", "RTCMParser", "SatelliteOrbits", "GNSSBasics", "TextOutput",
        "Mathematics", "Bytes",
      ]),
    library(
      "GNSSSimulation",
      ["SatelliteOrbits", "RTCMParser", "GNSSBasics", "Mathematics", "Locks"]),
    library(
      "BoardFirmware",
      [
        "SensorDrivers", "NtripProtocol", "RTCMParser", "NMEA", "HTTPMessages", "GNSSBasics",
        "Quantities", "TextOutput", "Mathematics",
      ]),
    library(
      "BoardSimulation",
      [
        "GNSSSimulation", "Positioning", "UBloxRaw", "SensorDrivers", "RTCMStreams", "RTCMParser",
        "NMEA", "SatelliteOrbits", "GNSSBasics", "TextOutput", "Mathematics", "Bytes",
      ]),

    library("MQTTMessages", ["NtripProtocol", "Bytes"]),
    library(
      "NtripMemory",
      [
        "NtripProtocol", "RTCMStreams", "RTCMParser", "GNSSBasics", "Mathematics", "TextOutput",
        "Bytes", "Locks",
      ]),
    library(
      "VirtualBoard",
      [
        "BoardFirmware", "BoardSimulation", "NtripMemory", "NtripProtocol", "RTCMStreams",
        "RTCMParser", "UBloxRaw", "SensorDrivers", "GNSSSimulation", "HTTPMessages", "GNSSBasics",
        "Quantities", "TextOutput", "Mathematics", "Bytes", "Locks",
      ]),

    library("FATVolumes", []),
    library("AirStatistics", ["GNSSBasics", "Mathematics"]),
    library("Sessions", ["GNSSBasics", "Quantities", "TextOutput", "Mathematics", "Bytes"]),
    library(
      "OpenData",
      [
        "BoardSimulation", "HTTPMessages", "GNSSBasics", "Quantities", "TextOutput", "Mathematics",
        "Bytes",
      ]),
    library(
      "AppServer",
      [
        "AirStatistics", "HTTPMessages", "GNSSBasics", "Quantities", "TextOutput", "Bytes", "Locks",
      ]),

    // The rim: sockets, files, threads, Foundation.
    library("Platform", []),
    library("BoardClient", ["BoardFirmware", "TextOutput", "Bytes"]),
    library(
      "ScenarioFiles", ["VirtualBoard", "BoardSimulation", "GNSSBasics", "TextOutput", "CYAML"]),
    library(
      "NtripClient", ["NtripProtocol", "RTCMParser", "Platform", "CCurl", "CGnuTLS", "Locks"]),
    library("EventLoop", ["Platform", "CEvent"]),
    .target(
      name: "MQTTClient",
      dependencies: [
        "MQTTMessages", "NtripProtocol", "EventLoop", "TextOutput", "Platform", "Mathematics",
        "Locks",
        .target(name: "CMosquitto", condition: .when(traits: ["MQTT"])),
      ],
      swiftSettings: strict),
    .target(
      name: "CCrypt", path: "Sources/CLibraries/CCrypt",
      linkerSettings: [.linkedLibrary("crypt", .when(platforms: [.linux]))]),
    library(
      "NtripCaster", ["NtripMemory", "NtripProtocol", "EventLoop", "Platform", "CCrypt", "Locks"]),
    library(
      "HTTPServer",
      ["HTTPMessages", "TextOutput", "Platform", "CMicroHTTPD", "CGnuTLS", "CZlib", "Locks"]),
    .target(
      name: "Pages", dependencies: ["HTTPServer", "HTTPMessages", "Bytes", "CPages", "CQREncode"],
      exclude: ["Browser"], swiftSettings: strict),
    library(
      "BoardHost",
      [
        "Pages", "VirtualBoard", "ScenarioFiles", "OpenData", "BoardFirmware", "BoardSimulation",
        "MQTTClient", "MQTTMessages", "NtripClient", "NtripCaster", "EventLoop",
        "NtripMemory", "NtripProtocol", "RTCMStreams", "HTTPServer", "HTTPMessages", "GNSSBasics",
        "TextOutput", "Mathematics", "Bytes", "FATVolumes", "Sessions", "Platform", "CMicroHTTPD",
        "CSodium", "Locks",
      ]),
    library(
      "CasterHost",
      [
        "Pages", "NtripCaster", "NtripClient", "NtripMemory", "NtripProtocol", "RTCMText",
        "RTCMStreams",
        "RTCMParser", "VirtualBoard", "GNSSSimulation", "ScenarioFiles", "HTTPServer",
        "HTTPMessages", "MQTTClient", "MQTTMessages", "Bytes",
        "GNSSBasics", "TextOutput", "Mathematics", "Platform", "Locks",
      ]),
    library("AppSecrets", ["AppServer", "Platform", "CSodium", "Locks"]),
    .target(
      name: "AppStore",
      dependencies: [
        "AppServer", "AppSecrets", "GNSSBasics", "Bytes", "Platform", "CSQLite", "Locks",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: strict),
    library(
      "AppHost",
      [
        "Pages", "AppServer", "AppStore", "AppSecrets", "OpenData", "AirStatistics", "HTTPServer",
        "HTTPMessages", "VirtualBoard", "BoardFirmware", "BoardSimulation", "GNSSBasics",
        "TextOutput", "Mathematics", "Bytes", "Platform", "CGnuTLS", "CSwaggerUI", "Locks",
      ]),
    .executableTarget(
      name: "BoardSimCLI",
      dependencies: [
        "BoardHost", "CasterHost", "AppHost", "AppServer", "AppStore", "ScenarioFiles", "Pages",
        "Sessions",
        "VirtualBoard",
        "BoardFirmware",
        "BoardSimulation", "MQTTClient", "MQTTMessages", "NtripClient", "NtripCaster",
        "NtripMemory", "NtripProtocol", "RTCMJSON", "RTCMTestKit", "RTCMText", "RINEX",
        "RTCMStreams", "Positioning", "ObservationQuality",
        "RTCMParser", "GNSSSimulation", "UBloxRaw", "OpenData", "AppSecrets", "HTTPServer",
        "HTTPMessages",
        "GNSSBasics", "TextOutput", "Mathematics", "Bytes", "Platform", "BuildCommit", "Locks",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "BuildCommit", path: "Sources/CLibraries/BuildCommit", cSettings: commit),
    // What scripts/build/bootstrap has fetched, as bytes in the program.
    .target(name: "CSwaggerUI", path: "Sources/CLibraries/CSwaggerUI", exclude: ["assets"]),
    .target(name: "CPages", path: "Sources/CLibraries/CPages", exclude: ["assets"]),

    // C libraries of the system.
    systemLibrary("CCurl", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"], brew: ["curl"]),
    systemLibrary(
      "CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: ["libmicrohttpd-dev"], brew: ["libmicrohttpd"]
    ),
    systemLibrary("CGnuTLS", pkgConfig: "gnutls", apt: ["libgnutls28-dev"], brew: ["gnutls"]),
    systemLibrary("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"], brew: ["zlib"]),
    systemLibrary(
      "CEvent", pkgConfig: "libevent_openssl", apt: ["libevent-dev", "libssl-dev"],
      brew: ["libevent", "openssl@3"]),
    systemLibrary("CYAML", pkgConfig: "yaml-0.1", apt: ["libyaml-dev"], brew: ["libyaml"]),
    systemLibrary(
      "CQREncode", pkgConfig: "libqrencode", apt: ["libqrencode-dev"], brew: ["qrencode"]),
    systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"], brew: ["sqlite3"]),
    systemLibrary("CSodium", pkgConfig: "libsodium", apt: ["libsodium-dev"], brew: ["libsodium"]),
    systemLibrary(
      "CMosquitto", pkgConfig: "libmosquitto", apt: ["libmosquitto-dev"], brew: ["mosquitto"]),
    systemLibrary("CPostgreSQL", pkgConfig: "libpq", apt: ["libpq-dev"], brew: ["libpq"]),

    .target(
      name: "TestSupport",
      dependencies: [
        "NtripMemory", "NtripProtocol", "RTCMTestKit", "RTCMStreams", "RTCMParser",
        "GNSSSimulation", "Locks",
      ],
      path: "Tests/Support",
      swiftSettings: testing),
    tests(of: "Mathematics"),
    tests(of: "TextOutput", ["Mathematics"]),
    tests(of: "GNSSBasics", ["Mathematics"]),
    tests(of: "Quantities"),
    tests(of: "Bytes"),
    .testTarget(
      name: "LocksTests", dependencies: ["Locks", "Platform"], swiftSettings: testing),
    tests(of: "NMEA", ["GNSSBasics", "Mathematics"]),
    tests(of: "RTCMParser", ["RTCMTestKit", "GNSSBasics", "Mathematics"]),
    tests(
      of: "RTCMStreams", ["RTCMTestKit", "RTCMText", "RTCMParser", "GNSSBasics", "Mathematics"]),
    tests(
      of: "RTCMText", ["RTCMStreams", "RTCMParser", "GNSSBasics", "Mathematics", "Bytes"]),
    tests(of: "RINEX", ["RTCMStreams", "RTCMParser", "GNSSBasics", "Mathematics"]),
    tests(of: "RTCMJSON", ["RTCMTestKit", "RTCMText", "RTCMParser", "Mathematics"]),
    tests(of: "RTCMTestKit", ["RTCMParser", "GNSSBasics", "Mathematics", "Bytes"]),
    tests(of: "SensorDrivers", ["SensorTestKit"]),
    tests(of: "SensorTestKit", ["SensorDrivers"]),
    tests(
      of: "UBloxRaw",
      ["SensorDrivers", "RINEX", "RTCMStreams", "RTCMParser", "GNSSBasics", "Mathematics"]),
    tests(of: "NtripProtocol", ["NtripMemory", "RTCMStreams", "RTCMParser"]),
    tests(of: "HTTPMessages", ["TextOutput"]),
    tests(of: "Platform"),
    tests(of: "HTTPServer", ["HTTPMessages", "Platform"]),
    tests(of: "Pages", ["HTTPServer", "HTTPMessages"]),
    tests(of: "BoardClient", ["VirtualBoard", "BoardFirmware", "HTTPMessages"]),
    tests(of: "NtripClient", ["NtripProtocol", "RTCMParser", "Platform"]),
    tests(
      of: "NtripCaster",
      [
        "NtripMemory", "NtripProtocol", "NtripClient", "RTCMStreams", "RTCMParser", "EventLoop",
        "Platform",
      ]),
    tests(of: "EventLoop", ["Platform", "CEvent"]),
    tests(of: "MQTTMessages", ["NtripProtocol"]),
    .testTarget(
      name: "MQTTClientTests",
      dependencies: ["MQTTClient", "MQTTMessages", "TestSupport", "Locks"], swiftSettings: testing),
    tests(of: "NtripMemory", ["NtripProtocol", "RTCMStreams", "RTCMParser"]),
    tests(of: "SatelliteOrbits", ["RTCMParser", "GNSSBasics", "Mathematics"]),
    tests(
      of: "Positioning",
      [
        "SatelliteOrbits", "GNSSSimulation", "UBloxRaw", "RTCMStreams", "RTCMParser", "GNSSBasics",
        "Mathematics", "TextOutput",
      ]),
    tests(
      of: "ObservationQuality",
      [
        "Positioning", "SatelliteOrbits", "GNSSSimulation", "RINEX", "RTCMStreams", "RTCMParser",
        "GNSSBasics", "TextOutput", "Mathematics",
      ]),
    tests(
      of: "GNSSSimulation", ["SatelliteOrbits", "RTCMParser", "GNSSBasics", "Mathematics"]),
    tests(
      of: "BoardSimulation",
      [
        "GNSSSimulation", "UBloxRaw", "SensorDrivers", "RTCMParser", "NMEA", "GNSSBasics",
        "Mathematics",
      ]),
    tests(
      of: "BoardFirmware",
      [
        "HTTPMessages", "SensorDrivers", "RTCMParser", "NtripProtocol", "GNSSBasics", "TextOutput",
        "Mathematics",
      ]),
    tests(
      of: "VirtualBoard",
      [
        "BoardFirmware", "BoardSimulation", "GNSSSimulation", "NtripMemory", "NtripProtocol",
        "SensorDrivers", "UBloxRaw", "RINEX", "RTCMStreams", "RTCMParser", "RTCMText", "GNSSBasics",
        "Quantities", "Mathematics",
      ]),
    tests(
      of: "ScenarioFiles",
      [
        "VirtualBoard", "OpenData", "HTTPMessages", "BoardFirmware", "BoardSimulation",
        "GNSSBasics", "Quantities", "Mathematics",
      ]),
    tests(
      of: "BoardHost",
      [
        "ScenarioFiles", "VirtualBoard", "OpenData", "BoardFirmware", "BoardSimulation",
        "MQTTClient", "MQTTMessages", "NtripCaster",
        "NtripMemory",
        "NtripProtocol", "RTCMStreams", "RTCMParser", "HTTPServer", "HTTPMessages", "GNSSBasics",
        "FATVolumes", "Sessions", "SensorDrivers", "Mathematics", "Platform",
      ]),
    tests(of: "FATVolumes"),
    tests(of: "AirStatistics", ["GNSSBasics", "Mathematics"]),
    tests(of: "Sessions", ["GNSSBasics", "Mathematics", "Bytes"]),
    tests(
      of: "OpenData",
      [
        "BoardSimulation", "SensorDrivers", "HTTPMessages", "GNSSBasics", "Quantities",
        "Mathematics",
      ]),
    tests(of: "AppServer", ["AirStatistics", "HTTPMessages", "GNSSBasics"]),
    tests(of: "AppSecrets", ["AppServer", "Platform"]),
    tests(
      of: "AppStore",
      ["AppServer", "AppSecrets", "Bytes", "GNSSBasics", "Mathematics", "Platform", "CSQLite"]),
    tests(
      of: "AppHost",
      [
        "AppServer", "AppStore", "AppSecrets", "OpenData", "AirStatistics", "BoardSimulation",
        "VirtualBoard", "HTTPServer", "HTTPMessages", "GNSSBasics", "Platform",
      ]),
    tests(
      of: "CasterHost",
      [
        "NtripCaster", "NtripClient", "NtripMemory", "NtripProtocol", "RTCMStreams", "VirtualBoard",
        "GNSSSimulation", "GNSSBasics", "MQTTClient", "MQTTMessages", "Mathematics", "Platform",
        "TextOutput",
      ]),
    tests(
      of: "BoardSimCLI",
      ["ScenarioFiles", "BoardClient", "CasterHost", "NtripMemory", "NtripProtocol", "RTCMStreams"]),
  ],
  swiftLanguageModes: [.v6]
)

// To build the tests of a few modules and what they need, and not the whole house: scripts/build/test --module.
let chosen = Context.environment["BOARDSIM_TEST_MODULES"]?.split(separator: " ") ?? []
if !chosen.isEmpty {
  package.targets.removeAll { target in
    target.type == .test && !chosen.contains { target.name == "\($0)Tests" }
  }
}

// What reads messages of strangers inside the command is fuzzed as well: scripts/soak/fuzz.
if Context.environment["BOARDSIM_FUZZ"] == "1" {
  package.products.append(.library(name: "Hosts", targets: ["CasterHost", "BoardHost"]))
}

// The tests compute most in these modules, which scripts/build/as-tests lets the compiler optimise in builds
// that are otherwise for a debugger; their assertions stay.
if Context.environment["BOARDSIM_OPTIMISE"] == "1" {
  let busy: Set = [
    "Mathematics", "Bytes", "TextOutput", "GNSSBasics", "RTCMParser", "SatelliteOrbits",
    "Positioning", "ObservationQuality", "GNSSSimulation", "SensorDrivers",
    "BoardSimulation",
  ]
  for target in package.targets where busy.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"]))
  }
}
