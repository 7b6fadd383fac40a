internal import BoardFirmware
internal import Mathematics

/// The settings that a board accepts at run time, and keeps without power.
public struct BoardSettings: Hashable, Sendable {
  /// The interval between samples, 0.1 to 3600 s.
  public var sampleInterval: Duration
  /// The network that the Wi-Fi station joins.
  public var network: WiFiNetwork

  /// Creates settings.
  ///
  /// - Throws: ``EventError/badSetting(_:allowed:)`` for a value outside its range.
  public init(sampleInterval: Duration, network: WiFiNetwork) throws(EventError) {
    guard (Self.shortestInterval...Self.longestInterval).contains(sampleInterval) else {
      throw .badSetting("sample_interval", allowed: "0.1 to 3600 seconds")
    }
    guard (1...32).contains(network.ssid.utf8.count), !network.ssid.hasControls else {
      throw .badSetting("ssid", allowed: "1 to 32 bytes of text")
    }
    if let password = network.password {
      guard (8...63).contains(password.utf8.count), !password.hasControls else {
        throw .badSetting("password", allowed: "8 to 63 characters, or null for an open network")
      }
    }
    self.sampleInterval = sampleInterval
    self.network = network
  }

  /// The default settings: a sample every 2 s, and the network `WiFiNetwork.standard`.
  public static let standard = Self()

  private init() {
    sampleInterval = .seconds(2)
    network = .standard
  }

  private static let shortestInterval = Duration.milliseconds(100)
  private static let longestInterval = Duration.seconds(3600)
}

// MARK: On the card

extension BoardSettings {
  /// The file on the card: a header, then one line of tab-separated values for each change.
  ///
  /// The last complete line is valid.
  static let file = "SETTINGS.CFG"
  static let header = Array("sample_interval\tssid\tpassword\n".utf8)
  /// The bytes at the file's end that are searched for settings: three of the longest lines.
  static let endCount = 512

  var line: [UInt8] {
    let words = ["\(sampleInterval.inSeconds)", network.ssid, network.password ?? ""]
    return Array("\(words.joined(separator: "\t"))\n".utf8)
  }

  /// Reads the last complete line of settings at the end of a file; `nil` when no line is complete.
  init?(endOfFile bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.dropLast().reversed() {
      let words = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      // A line that is no settings was spoilt on the card; the line before it may be whole.
      guard words.count == 3, let seconds = Double(words[0]), seconds < 1e9,
        let settings = try? Self(
          sampleInterval: .seconds(seconds),
          network: WiFiNetwork(ssid: words[1], password: words[2].isEmpty ? nil : words[2]))
      else { continue }
      self = settings
      return
    }
    return nil
  }
}

extension String {
  fileprivate var hasControls: Bool { unicodeScalars.contains { $0.value < 32 || $0.value == 127 } }
}
