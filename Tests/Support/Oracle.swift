import Foundation
public import Testing

/// What somebody else made, and what tests compare ours with.
///
/// Where one is missing, the tests that need it are skipped; `BOARDSIM_REQUIRE_ORACLES` makes that a
/// failure, as it is in continuous integration. `BOARDSIM_COMPARISONS` names a file that says
/// afterwards which tests compared with which.
public enum Oracle: String, CaseIterable, Sendable {
  /// Public captures with the results of independent decoders; see ``SharedCaptures``.
  case captures
  /// A caster that misbehaves by mountpoint, a Python script beside the captures.
  case quirkCaster = "quirk-caster"
  /// The Python package; see ``PythonPackage``.
  case pyrtcm
  /// RTKLIB's functions, called from Python.
  case pyrtklib
  /// A reader of RINEX 4, a Python package.
  case cssrlib
  // RTKLIB's programs.
  case convbin, rnx2rtkp, str2str
  /// Hatanaka's programs for compact RINEX, from a Python package.
  case crx2rnx, rnx2crx
  /// gpsd's decoder.
  case gpsdecode
  // Clients of casters.
  case gpsd, gnssntripclient
  /// A client of HTTP, and what makes certificates.
  case curl, openssl
  /// What compresses files.
  case gzip
  /// A database, and an engine of JavaScript.
  case sqlite3, node
  /// The server of databases, where the tests are built with the trait that can talk to it.
  case postgresql
  // Compilers of C, C++ and Rust.
  case cc
  case cxx = "c++"
  case rustc
  /// A compiler for AVR, with Arduino's core and libsimavr, which emulates one.
  case avr = "avr-gcc"
  /// An analyser of logic signals.
  case sigrok = "sigrok-cli"
  /// What makes pictures of drawings.
  case rsvg = "rsvg-convert"
  /// What checks FAT volumes, and what reads them.
  case fsck = "fsck.fat"
  case mtools
  // Shells that complete, and what reads pages of the manual.
  case bash, zsh, fish, mandoc
  /// A broker of MQTT, where the tests are built with the trait that can talk to it, and a subscriber.
  case mosquitto
  case mosquittoSub = "mosquitto_sub"
  /// What makes Home Assistant's announcements, a Python package.
  case haMQTT = "ha_mqtt_discoverable"
  /// What checks the files of Kubernetes against its interface, a Python package.
  case kubernetesValidate = "kubernetes-validate"
  /// The messages of MAVLink, and its telemetry logs, a Python package.
  case pymavlink
  /// A reader of RINEX 2 and 3, a Python package.
  case georinex
  /// Drivers of other people for our parts; see ``ForeignDrivers``.
  case drivers

  /// Whether it can be compared with on this machine.
  public var isHere: Bool {
    switch self {
    case .captures: SharedCaptures.folder != nil
    case .quirkCaster: SharedCaptures.quirkCaster != nil && OutsideProgram("python3") != nil
    case .pyrtcm: PythonPackage.pyrtcm.isInstalled
    case .pyrtklib: PythonPackage.pyrtklib.isInstalled
    case .cssrlib: PythonPackage.cssrlib.isInstalled
    case .postgresql: PostgreSQLCluster.isHere
    case .avr: OutsideProgram(rawValue) != nil && hasEmulator
    case .haMQTT: PythonPackage.haMQTT.isInstalled
    case .pymavlink: PythonPackage.pymavlink.isInstalled
    case .georinex: PythonPackage.georinex.isInstalled
    case .drivers: ForeignDrivers.areInstalled
    default: OutsideProgram(rawValue) != nil
    }
  }

  /// Whether Arduino's core and libsimavr are installed, with their headers.
  private var hasEmulator: Bool {
    ["/usr/share/arduino/hardware/arduino/avr", "/usr/include/simavr"].allSatisfy {
      FileManager.default.fileExists(atPath: $0)
    }
  }

  /// How one gets it.
  var remedy: String {
    switch self {
    case .captures, .quirkCaster: "BOARDSIM_SHARED names the folder that has it"
    case .postgresql:
      "'scripts/build/bootstrap test' installs it, and 'scripts/build/test' builds with it"
    default: "'scripts/build/bootstrap test' installs it; is it on the PATH?"
    }
  }
}

/// An oracle is missing where it must not.
public struct MissingOracle: Error, CustomStringConvertible {
  /// Which.
  public let oracle: Oracle

  /// An oracle is missing.
  public init(oracle: Oracle) { self.oracle = oracle }

  /// What is missing, and what to do.
  public var description: String {
    "there is no \(oracle.rawValue) to compare with; \(oracle.remedy)"
  }
}

// MARK: Skip, or failure

extension Oracle {
  /// Whether a missing one is a failure.
  public static let areRequired = environment("BOARDSIM_REQUIRE_ORACLES") != nil

  /// Whether a test that needs some oracles runs, and is not skipped.
  ///
  /// - Parameters:
  ///   - missing: Those of them that are not on this machine.
  ///   - areRequired: Whether a missing one is a failure.
  /// - Throws: ``MissingOracle`` where the test has to fail.
  public static func canCompare(
    missing: [Oracle], areRequired: Bool = Oracle.areRequired
  ) throws(MissingOracle) -> Bool {
    if areRequired, let first = missing.first { throw MissingOracle(oracle: first) }
    return missing.isEmpty
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, or lets it fail, where something that it compares with is missing.
  public static func compares(with oracles: Oracle...) -> Self {
    let names = oracles.map(\.rawValue).joined(separator: ", ")
    return .enabled("needs \(names)") {
      let missing = oracles.filter { !$0.isHere }
      for oracle in missing { Oracle.note("missing", oracle) }
      return try Oracle.canCompare(missing: missing)
    }
  }
}

// MARK: What was compared

extension Oracle {
  /// Writes down that the running test compares with it; what reads an oracle or runs one does.
  public func note() {
    guard let test = Test.current else { return }
    Self.note("compared", self, "\(test.id)")
  }

  fileprivate static func note(_ words: String, _ oracle: Oracle, _ test: String = "-") {
    guard let path = environment("BOARDSIM_COMPARISONS") else { return }
    let line = "\(words)\t\(oracle.rawValue)\t\(test)\n"
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    guard file >= 0 else { return }
    // One short write with O_APPEND is whole, whoever else writes.
    _ = line.withCString { write(file, $0, strlen($0)) }
    close(file)
  }

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
