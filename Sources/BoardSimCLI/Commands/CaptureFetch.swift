internal import AppSecrets
internal import Bytes
internal import NtripClient
internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command `boardsim capture fetch`.
struct CaptureFetch: Command {
  static let words = ["capture", "fetch"]
  static let abstract = "Get a public capture, and check that it is the one that was meant."
  static let examples = [
    "boardsim capture fetch --list",
    "boardsim capture fetch week-rollover.rtcm3 --to captures",
  ]
  static var parameters: [Parameter<Self>] {
    [
      Parameter(
        name: "name", placeholder: "NAME", help: "the capture's name; --list shows the names",
        kind: .argument(
          { command, text in command.name = text }, isRequired: false, isRepeated: false)),
      .option("to", \.folder, "DIR", help: "the folder to save to; default: the current one"),
      .flag("list", \.isList, help: "list the captures: name, bytes, licence, description"),
      .option(
        "manifest", \.manifest, "FILE",
        help: "the list of captures, with addresses and SHA-256; default:\ncaptures/manifest.json"),
      .flag("force", short: "f", \.overwrites, help: "replace a file of that name"),
      .flag("json", \.isJSON, help: "print --list, or the fetched file, as JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var name = ""
  var folder = "."
  var isList = false
  var manifest: String?
  var overwrites = false
  var isJSON = false
  var isQuiet = false

  func run() throws {
    guard isList || !name.isEmpty else {
      throw UsageError(message: "NAME is missing: which capture; --list shows what there is")
    }
    Interruption.install()
    let path = try manifest ?? Self.usualManifest()
    let captures = try CaptureManifest(try SecretFile.bytes(of: path), path: path)
    if isList {
      for entry in captures.entries { try Console.print(isJSON ? entry.json : entry.row) }
      return
    }
    guard let entry = captures.entry(name) else {
      let hint = suggestion(for: name, in: captures.entries.map(\.name))
      throw Failure(
        message: "'\(path)' has no capture '\(name.withControlsEscaped)'"
          + (hint.isEmpty ? "; --list shows what there is" : hint))
    }
    try fetch(entry)
  }

  private func fetch(_ entry: CaptureManifest.Entry) throws {
    let file = folder.hasSuffix("/") ? folder + entry.name : folder + "/" + entry.name
    if FileManager.default.fileExists(atPath: file), !overwrites {
      guard try Self.digest(of: file) == entry.sha256.lowercased() else {
        throw Failure.exists(file)
      }
      return try tell(entry, file, isNew: false)
    }
    var output = try OutputFile(file)
    let digest = try read(entry, into: &output)
    guard digest == entry.sha256.lowercased() else {
      // Without `finish()`, nothing is kept of the file.
      throw Failure(
        message: "\(entry.address) is not what the manifest names: its SHA-256 is \(digest), not "
          + "\(entry.sha256.lowercased()); nothing of it was kept")
    }
    try output.finish()
    try tell(entry, file, isNew: true)
  }

  /// Reads a capture into the file, and returns its SHA-256.
  private func read(
    _ entry: CaptureManifest.Entry, into output: inout OutputFile
  ) throws -> String {
    var digest = RunningDigest()
    var count = 0
    var progress = Progress("fetching \(entry.name)", of: entry.bytes, isQuiet: isQuiet)
    do {
      try WebDocument.read(
        entry.address, limit: entry.bytes, while: { !Interruption.isRequested }
      ) { bytes in
        digest.update(bytes)
        try output.write(bytes)
        count += bytes.count
        progress.update(after: count)
      }
    } catch let error as WebDocumentError {
      try Interruption.check()
      throw Failure(message: "\(entry.address): \(error)")
    }
    progress.finish()
    return digest.value().hexadecimal
  }

  private static func digest(of file: String) throws -> String {
    var digest = RunningDigest()
    var input = try InputStream(file, isExpanding: false)  // the SHA-256 is of the file as stored
    while try input.read({ digest.update([UInt8]($0)) }) {}
    return digest.value().hexadecimal
  }

  private func tell(
    _ entry: CaptureManifest.Entry, _ file: String, isNew: Bool
  ) throws(Failure) {
    guard !isJSON else {
      var json = JSONWriter()
      json.object { json in
        json.member("path", file)
        json.member("fetched", isNew)
        json.member("bytes", entry.bytes)
        json.member("sha256", entry.sha256.lowercased())
        json.member("licence", entry.licence)
      }
      return try Console.print(json.text)
    }
    let state = isNew ? "" : " was here already"
    try Console.print("\(file)\(state): \(entry.bytes) bytes, \(entry.licence)".withControlsEscaped)
  }

  /// Returns the manifest in the working folder, or the one installed with the program.
  private static func usualManifest() throws(Failure) -> String {
    let own = "captures/manifest.json"
    let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent()
    let installed =
      ["../share/boardsim/", "../", ""].map { folder.appending(path: $0 + own).standardized.path }
      + ["/usr/share/boardsim/" + own]
    guard let path = ([own] + installed).first(where: FileManager.default.fileExists) else {
      throw Failure(message: "there is no '\(own)' here; name a manifest with --manifest FILE")
    }
    return path
  }
}

extension CaptureManifest.Entry {
  fileprivate var row: String {
    "\(name.padded(to: 24)) \("\(bytes)".padded(to: 10)) \(licence.padded(to: 14)) \(about)"
      .withControlsEscaped
  }

  fileprivate var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("name", name)
      json.member("address", address)
      json.member("bytes", bytes)
      json.member("sha256", sha256.lowercased())
      json.member("licence", licence)
      json.member("about", about)
    }
    return json.text
  }
}
