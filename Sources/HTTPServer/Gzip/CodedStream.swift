package import HTTPMessages

/// The body of a response that is sent in pieces at its reader's pace, compressed or uncompressed.
///
/// The response's head declares the coding: ``HTTPMessages/HTTPResponse/declare(_:)``.
package struct CodedStream: ~Copyable, Sendable {
  private let stream: ResponseStream
  private var encoder: GzipEncoder?
  private var isFirst = true

  /// Creates the body on a stream, in a coding.
  package init(_ stream: ResponseStream, as coding: ContentCoding) {
    self.stream = stream
    encoder = coding == .gzip ? GzipEncoder() : nil
  }

  /// Sends a piece once the backlog allows it: the first piece at once, later ones when enough bytes have
  /// collected.
  ///
  /// - Parameter bytes: A piece; some ten thousand bytes are a good length, half a million the longest.
  /// - Returns: Whether the reader is still connected.
  package mutating func send(_ bytes: [UInt8]) async -> Bool {
    let coded = encoder?.encode(bytes, flushing: isFirst) ?? bytes
    isFirst = false
    return await stream.sendWhenThereIsRoom(coded)
  }

  /// Sends the remaining bytes, and ends the response.
  package consuming func end() async {
    if let rest = encoder?.finish() { _ = await stream.sendWhenThereIsRoom(rest) }
    stream.end()
  }
}
