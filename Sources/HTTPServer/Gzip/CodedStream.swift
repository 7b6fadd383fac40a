package import HTTPMessages

/// The body of a response that is sent in pieces at its reader's pace, compressed or as it is.
///
/// The head that goes with it says which: ``HTTPMessages/HTTPResponse/declare(_:)``.
package struct CodedStream: ~Copyable, Sendable {
  private let stream: ResponseStream
  private var encoder: GzipEncoder?
  private var isFirst = true

  /// Begins to send.
  package init(_ stream: ResponseStream, as coding: ContentCoding) {
    self.stream = stream
    encoder = coding == .gzip ? GzipEncoder() : nil
  }

  /// Sends a piece once there is room: the first one at once, others when there is enough of them.
  ///
  /// - Parameter bytes: A piece; some ten thousand bytes are a good length, half a million the longest.
  /// - Returns: Whether there still is a reader.
  package mutating func send(_ bytes: [UInt8]) async -> Bool {
    let coded = encoder?.encode(bytes, flushing: isFirst) ?? bytes
    isFirst = false
    return await stream.sendWhenThereIsRoom(coded)
  }

  /// Sends what is left, and ends the response.
  package consuming func end() async {
    if let rest = encoder?.finish() { _ = await stream.sendWhenThereIsRoom(rest) }
    stream.end()
  }
}
