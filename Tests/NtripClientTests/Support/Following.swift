import NtripClient

/// The elements of a stream until there were enough, or until its end.
struct Following {
  var data: [UInt8] = []
  var statuses: [NtripLinkStatus] = []
  /// The offset in `data` where each stream begins.
  var starts: [Int] = []
  var failure: NtripFailure?
  /// The link's statistics at the end.
  var statistics: NtripLinkStatistics

  /// Follows a stream until `isEnough`, or until it fails for good.
  init(
    _ stream: NtripStream, reporting position: GGASentence? = nil,
    until isEnough: (Following) -> Bool = { _ in false }
  ) async {
    var iterator = stream.makeAsyncIterator()
    statistics = iterator.link.statistics
    if let position { iterator.link.report(position) }
    do throws(NtripFailure) {
      while !isEnough(self), let element = try await iterator.next(isolation: #isolation) {
        statistics = iterator.link.statistics
        switch element {
        case .data(let bytes): data += bytes
        case .status(let status):
          statuses.append(status)
          if status.state == .streaming { starts.append(data.count) }
        }
      }
    } catch {
      failure = error
    }
    statistics = iterator.link.statistics
    iterator.link.stop()
  }
}

extension Following {
  /// The bytes of each stream.
  var streams: [[UInt8]] {
    zip(starts, starts.dropFirst() + [data.count]).map { Array(data[$0..<$1]) }
  }
}

extension RetryPolicy {
  /// A retry policy without delays, for quick tests.
  static var atOnce: RetryPolicy {
    var policy = RetryPolicy()
    policy.firstDelay = .milliseconds(5)
    policy.longestDelay = .milliseconds(50)
    return policy
  }
}

extension NtripURL {
  static func local(
    _ port: Int, _ mountpoint: String = "M", usesTLS: Bool = false,
    credentials: NtripCredentials? = nil
  ) -> NtripURL {
    NtripURL(
      host: "127.0.0.1", port: port, mountpoint: mountpoint, usesTLS: usesTLS,
      credentials: credentials)
  }
}
