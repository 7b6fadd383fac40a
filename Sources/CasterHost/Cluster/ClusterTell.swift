internal import GNSSBasics
internal import Mathematics
internal import NtripProtocol
internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message of a node about itself: the streams that it has, and those that it wants of others.
///
/// A table that is too long for one message comes in several.
struct ClusterTell: Hashable, Sendable {
  /// A stream that the node has.
  struct Mount: Hashable, Sendable {
    /// The row of the sourcetable, which has the mountpoint's name.
    var record: StreamRecord
    /// The source that pushes it; `nil` for a stream that the node makes or fetches itself.
    var holder: StreamHolder?

    /// The stream without the age of its source, which changes all the time.
    var ageless: Self {
      var mount = self
      mount.holder?.age = .zero
      return mount
    }
  }

  /// The number of the node's process, another one each time that it starts.
  var run: UInt64
  /// Whether the node has ended; its table is empty then.
  var isGone = false
  /// The number of the table; a later one replaces an earlier one.
  var number = 0
  /// The place of the message among those of the table, and their number.
  var part = 0
  var partCount = 1
  /// The streams that the node has.
  var mounts: [Mount] = []
  /// The streams that the node wants: the node that has each, by mountpoint.
  var wants: [String: String] = [:]

  /// The largest number of rows in a message: with rows of 200 bytes a message has 50 kB, which brokers take.
  static let rowLimit = 250
  /// The largest number of messages of a table.
  static let partLimit = 400

  /// Returns the messages of a table.
  static func parts(
    run: UInt64, number: Int, mounts: [Mount], wants: [String: String]
  ) -> [ClusterTell] {
    let wanted = wants.sorted { $0.key < $1.key }
    let rows = max(mounts.count, wanted.count)
    let count = min(max((rows + rowLimit - 1) / rowLimit, 1), partLimit)
    return (0..<count).map { part in
      let range = part * rowLimit..<(part + 1) * rowLimit
      return ClusterTell(
        run: run, number: number, part: part, partCount: count,
        mounts: Array(mounts[range.clamped(to: mounts.indices)]),
        wants: Dictionary(
          uniqueKeysWithValues: wanted[range.clamped(to: wanted.indices)].map { ($0.key, $0.value) }
        )
      )
    }
  }
}

// MARK: Writing

extension ClusterTell {
  /// Returns the message.
  ///
  /// - Parameters:
  ///   - node: The node's name.
  ///   - now: The present date, from which the dates of admissions are told.
  /// - Returns: The message's bytes, JSON.
  func message(of node: String, at now: UnixTime) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("node", node)
      json.member("run", Self.text(run))
      if isGone { json.member("gone", true) }
      json.member("number", number)
      json.member("part", part)
      json.member("parts", partCount)
      json.array("mounts") { json in
        for mount in mounts { mount.write(to: &json, at: now) }
      }
      json.object("wants") { json in
        for (name, node) in wants.sorted(by: { $0.key < $1.key }) { json.member(name, node) }
      }
    }
    return json.bytes
  }

  /// Returns a run as text: sixteen hexadecimal digits.
  static func text(_ run: UInt64) -> String {
    let text = String(run, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

extension ClusterTell.Mount {
  fileprivate func write(to json: inout JSONWriter, at now: UnixTime) {
    json.object { json in
      json.member("name", record.mountpoint)
      json.member("record", record.line)
      guard let holder else { return }
      json.member("since", now.advanced(by: .zero - holder.age).iso8601)
      json.member("age", holder.age.inSeconds, decimals: 3)
      json.member("term", holder.term)
      json.member("address", holder.address)
      json.member("user", holder.user)
      json.member("silent", holder.isSilent)
    }
  }
}

// MARK: Reading

extension ClusterTell {
  /// The members of a message.
  private struct Content: Decodable {
    struct Mount: Decodable {
      var name: String
      var record: String
      var age: Double?
      var term: Int?
      var address: String?
      var user: String?
      var silent: Bool?
    }

    var node: String
    var run: String
    var gone: Bool?
    var number: Int?
    var part: Int?
    var parts: Int?
    var mounts: [Mount]?
    var wants: [String: String]?
  }

  /// Reads a message of a node; `nil` for one that is none, as whoever may publish can send anything.
  ///
  /// Rows with values out of their range are left out.
  init?(decoding message: [UInt8], of node: String) {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(message)),
      content.node == node, content.run.utf8.count == 16, let run = UInt64(content.run, radix: 16)
    else { return nil }
    self.init(run: run, isGone: content.gone ?? false)
    guard !isGone else { return }
    let parts = content.parts ?? 1
    guard let number = content.number, number >= 0, (1...Self.partLimit).contains(parts),
      (0..<parts).contains(content.part ?? 0)
    else { return nil }
    (self.number, part, partCount) = (number, content.part ?? 0, parts)
    mounts = (content.mounts ?? []).prefix(Self.rowLimit).compactMap { Self.mount($0) }
    wants = (content.wants ?? [:]).filter {
      Self.isMountpoint($0.key) && ClusterTopics.isNode($0.value)
    }
  }

  private static func mount(_ content: Content.Mount) -> Mount? {
    guard isMountpoint(content.name), content.record.utf8.count <= longestRecord,
      let record = StreamRecord(line: content.record), record.mountpoint == content.name
    else { return nil }
    guard let term = content.term else { return Mount(record: record, holder: nil) }
    let age = content.age ?? 0
    guard (1...largestTerm).contains(term), (0...1e10).contains(age) else { return nil }
    return Mount(
      record: record,
      holder: StreamHolder(
        term: term, address: String((content.address ?? "").prefix(AnsweredRequest.longestText)),
        user: String((content.user ?? "").prefix(AnsweredRequest.longestText)), age: .seconds(age),
        isSilent: content.silent ?? false))
  }

  /// The greatest number of an admission.
  private static let largestTerm = 1 << 40
  /// The longest row of the sourcetable, bytes.
  private static let longestRecord = 2000

  /// Whether a text may name a mountpoint of a cluster: 1 to 200 bytes without control characters.
  static func isMountpoint(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
