import Foundation

/// Debian's mosquitto, of which a test starts a broker of its own on a free port of 127.0.0.1.
public final class MQTTBroker {
  /// The port.
  public let port: UInt16
  private let folder: TemporaryFolder
  private let held: HeldPort?
  private let program: RunningProgram

  /// Starts a broker, and waits until it answers.
  ///
  /// - Parameters:
  ///   - lines: Lines of its configuration; by default it lets everybody in.
  ///   - port: The port; `nil` for a free one.
  /// - Throws: ``MissingOracle`` where mosquitto is not installed.
  public init(_ lines: [String] = ["allow_anonymous true"], port: UInt16? = nil) throws {
    held = port == nil ? try HeldPort() : nil
    self.port = port ?? held.map(\.port) ?? 0
    folder = try TemporaryFolder()
    let own = [
      "listener \(self.port) 127.0.0.1", "set_tcp_nodelay true", "user root", "persistence false",
      "max_queued_messages 0", "log_dest none",
    ]
    let text = (own + lines).joined(separator: "\n") + "\n"
    let file = try folder.write(Array(text.utf8), to: "mosquitto.conf")
    guard OutsideProgram("mosquitto") != nil else { throw MissingOracle(oracle: .mosquitto) }
    program = try RunningProgram("mosquitto", ["-c", file])
    // It answers within a tenth of a second; what it tells comes in blocks, too late to wait for.
    for _ in 0..<2000 {
      if (try? TCPConnection(port: self.port)) != nil { return }
      usleep(5000)
    }
    throw POSIXError(.ECONNREFUSED)
  }

  /// The URL of the broker with a root.
  public func url(_ root: String = "air", _ credentials: String = "") -> String {
    "mqtt://\(credentials)127.0.0.1:\(port)/\(root)"
  }

  /// Kills the broker.
  public func kill() { program.end() }

  deinit { program.end() }

  /// Starts a subscriber, and waits until the broker has its subscription.
  ///
  /// Nothing published later is missed, however slowly the subscriber starts. Its first lines are messages that the
  /// broker has kept.
  ///
  /// - Parameters:
  ///   - filter: The filter of topics, with `+` for the level that takes the name `ready`.
  ///   - format: The form of a line, by mosquitto_sub's letters, beginning with the topic.
  ///   - options: More options.
  public func readySubscriber(
    _ filter: String, format: String = "%t %p", _ options: String...
  ) async throws -> RunningProgram {
    let topic = filter.replacing("+", with: "ready")
    let marker = try RunningProgram(
      "mosquitto_pub",
      ["-h", "127.0.0.1", "-p", "\(port)", "-r", "-q", "1", "-t", topic, "-m", "ready"])
    let subscriber = try RunningProgram(
      "mosquitto_sub",
      ["-h", "127.0.0.1", "-p", "\(port)", "-t", filter, "-F", format] + options)
    await onThread {
      _ = marker.waitForEnd()
      while true {
        let line = subscriber.nextLine()
        guard !line.isEmpty, !line.hasPrefix(topic + " ") else { return }
      }
    }
    return subscriber
  }

  /// Starts a subscriber that prints topic, quality and retained flag of each message, and its payload where that is
  /// wanted.
  ///
  /// - Parameters:
  ///   - filter: The filter of topics.
  ///   - format: The form of a line, by mosquitto_sub's letters.
  ///   - options: More options.
  public func subscriber(
    _ filter: String, format: String = "%t %p", _ options: String...
  ) throws -> RunningProgram {
    try RunningProgram(
      "mosquitto_sub",
      ["-h", "127.0.0.1", "-p", "\(port)", "-t", filter, "-F", format] + options)
  }
}
