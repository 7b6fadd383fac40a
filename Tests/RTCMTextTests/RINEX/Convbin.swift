import Foundation
import RTCMParser
import Testing

/// RTKLIB's converter, which tells whether ours is right.
enum Convbin {
  static let path: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(filePath: String($0)).appending(path: "convbin") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  static var isInstalled: Bool { path != nil }

  /// What it makes of a stream.
  static func convert(
    _ bytes: [UInt8], near reference: GPSTime
  ) throws -> (observations: RINEXFile, navigation: RINEXFile) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "boardsim-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "in.rtcm3"))
    let program = try #require(path)
    let process = Process()
    process.executableURL = program
    process.arguments =
      ["-r", "rtcm3", "-v", "3.04", "-od", "-os", "-tr"] + date(of: reference)
      + ["-o", "out.obs", "-n", "out.nav", "in.rtcm3"]
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    func file(_ name: String) -> RINEXFile {
      RINEXFile([UInt8]((try? Data(contentsOf: folder.appending(path: name))) ?? Data()))
    }
    return (file("out.obs"), file("out.nav"))
  }

  private static func date(of time: GPSTime) -> [String] {
    let date = Date(timeIntervalSince1970: Double(time.unixNanoseconds) / 1e9)
    let text = date.formatted(.iso8601)  // 2018-07-14T23:50:00Z
    let day = String(text.prefix(10)).replacing("-", with: "/")
    return [day, String(text.dropFirst(11).prefix(8))]
  }
}

/// A way in which convbin's file may be another; what is here is never true of ours.
enum ConvbinDifference: String, Hashable, CaseIterable {
  /// An epoch that ours lacks.
  case missingEpoch
  /// A value that ours lacks.
  case missingValue
  /// A value that is more than a digit off.
  case otherValue
  /// A slip that only one of them has.
  case otherSlip
  /// A half-cycle ambiguity that only one of them has.
  case otherHalfCycle
  /// An epoch, but for the last, that convbin lacks.
  case extraEpoch
  /// A satellite that convbin lacks at an epoch.
  case extraSatellite
  /// A value that convbin lacks, of a type in its header.
  case extraValue
  /// An ephemeris that convbin moves by whole weeks, GLONASS by days, to be near the observations.
  case movedEphemeris
}
