public import Foundation

/// The folder of public captured data with the results of independent decoders.
///
/// `BOARDSIM_SHARED` names it; the default is `shared` beside the package. It is no part of the
/// package: where it is missing, the tests that need it are skipped; see ``Oracle``.
public enum SharedCaptures {
  /// The folder, or `nil` where it is missing.
  public static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["BOARDSIM_SHARED"]
    let folder = named.map { URL(filePath: $0) } ?? packageRoot.appending(path: "../shared")
    let exists = FileManager.default.fileExists(atPath: folder.appending(path: "captures").path)
    return exists ? folder.standardizedFileURL : nil
  }()

  /// The script of a caster that misbehaves by mountpoint.
  public static let quirkCaster: URL? = {
    guard let script = folder?.appending(path: "tools/ntrip_quirk_server.py") else { return nil }
    return FileManager.default.fileExists(atPath: script.path) ? script : nil
  }()

  /// The files of `captures/` whose names end as told, sorted by name.
  public static func files(withSuffix suffix: String) -> [URL] {
    guard let captures = folder?.appending(path: "captures") else { return [] }
    Oracle.captures.note()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: captures.path)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { captures.appending(path: $0) }
  }

  /// The captures that an independent scanner has counted.
  public static let names = files(withSuffix: ".counts.json").map {
    String($0.lastPathComponent.dropLast(".counts.json".count))
  }

  /// The bytes of one file of `captures/`.
  public static func bytes(of name: String) throws -> [UInt8] {
    guard let folder else { throw MissingOracle(oracle: .captures) }
    Oracle.captures.note()
    return [UInt8](try Data(contentsOf: folder.appending(path: "captures/\(name)")))
  }

  /// A file beside `captures/`, by its path from the folder that has both.
  ///
  /// - Throws: ``MissingOracle`` where there is no such folder.
  public static func file(_ path: String) throws -> URL {
    guard let folder else { throw MissingOracle(oracle: .captures) }
    Oracle.captures.note()
    return folder.appending(path: path)
  }

  /// The root folder of this package.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
