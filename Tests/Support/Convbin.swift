internal import Foundation
package import RTCMParser

/// RTKLIB's converter, which tells whether ours is right.
package enum Convbin {
  /// What it makes of a stream.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - format: What it is, by convbin's name.
  ///   - reference: A time near it.
  package static func convert(
    _ bytes: [UInt8], format: String = "rtcm3", near reference: GPSTime
  ) throws -> (observations: RINEXFile, navigation: RINEXFile) {
    let folder = try TemporaryFolder()
    _ = try folder.write(bytes, to: "in.raw")
    let options = ["-r", format, "-v", "3.04", "-od", "-os", "-tr"] + date(of: reference)
    _ = try OutsideProgram(.convbin).run(
      options + ["-o", "out.obs", "-n", "out.nav", "in.raw"], in: folder.url)
    // It makes no file of what it finds nothing of.
    return (
      RINEXFile((try? folder.bytes(of: "out.obs")) ?? []),
      RINEXFile((try? folder.bytes(of: "out.nav")) ?? [])
    )
  }

  /// The navigation files that it makes of a stream, of each system one before version 3.
  package static func navigation(
    _ bytes: [UInt8], near reference: GPSTime, version: String
  ) throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    _ = try folder.write(bytes, to: "in.rtcm3")
    let options = ["-r", "rtcm3", "-v", version, "-tr"] + date(of: reference)
    let files = ["-o", "out.obs", "-n", "out.n", "-g", "out.g"]
    _ = try OutsideProgram(.convbin).run(options + files + ["in.rtcm3"], in: folder.url)
    return ["out.n", "out.g"].compactMap { try? folder.bytes(of: $0) }.filter { !$0.isEmpty }
  }

  /// The observation file that it makes of a stream, in a version.
  package static func observations(
    _ bytes: [UInt8], near reference: GPSTime, version: String
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    _ = try folder.write(bytes, to: "in.rtcm3")
    let options = ["-r", "rtcm3", "-v", version, "-od", "-os", "-tr"] + date(of: reference)
    let files = ["-o", "out.obs", "-n", "out.n", "-g", "out.g"]
    _ = try OutsideProgram(.convbin).run(options + files + ["in.rtcm3"], in: folder.url)
    return try folder.bytes(of: "out.obs")
  }

  private static func date(of time: GPSTime) -> [String] {
    let date = Date(timeIntervalSince1970: Double(time.unixTime.nanoseconds) / 1e9)
    let text = date.formatted(.iso8601)  // 2018-07-14T23:50:00Z
    let day = String(text.prefix(10)).replacing("-", with: "/")
    return [day, String(text.dropFirst(11).prefix(8))]
  }
}
