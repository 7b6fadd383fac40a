internal import Mathematics

/// A fault that a caster shows on request, for a limited or unlimited time.
///
/// ```swift
/// let fault = try CasterFault(parsing: "stall mount=BASE from=60 for=30")
/// caster.setFaults([fault], seed: 7, damaging: .frames)  // .frames is of NtripMemory
/// ```
public struct CasterFault: Hashable, Sendable {
  /// A kind of fault.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The version 1 status line without the blank line that ends a head, followed by data.
    case noBlankLine = "no-blank-line"
    /// A version 1 head with `Content-Length: 0`, followed by a stream.
    case lengthZero = "length-zero"
    /// A version 2 head whose first line lacks its line end.
    case gluedHead = "glued-head"
    /// A version 2 head without chunks.
    case unchunked
    /// A version 2 head with chunks, whatever version was requested.
    case chunked
    /// A version 1 head, whatever version was requested.
    case icy
    /// A head whose lines end in LF alone.
    case lineFeeds = "line-feeds"
    /// An HTTP/1.0 head.
    case http10
    /// A head that consists of `OK` and LF.
    case ok
    /// A head with many extra lines.
    case headers
    /// The sourcetable in version 1 form, instead of the stream.
    case table
    /// The sourcetable with status 200, instead of the stream.
    case httpTable = "http-table"
    /// A one-line refusal of the login, with status 401.
    case unauthorized = "401"
    /// A refusal that reports the client's address as banned.
    case ban
    /// A refusal with a chosen status code.
    case status
    /// Requests stay unanswered.
    case silent
    /// Stream data is discarded instead of being sent.
    case stall
    /// Stream data is withheld from a reader until the reader sends a position.
    case gga
    /// Readers that send no position in time are closed.
    case ggaTimeout = "gga-timeout"
    /// Readers that send positions too often are closed.
    case ggaRate = "gga-rate"
    /// Readers that send a sentence other than a valid GGA sentence are closed.
    case ggaOnly = "gga-only"
    /// All connections are closed, and new connections are closed at their request.
    case dies
    /// Connections are reset (TCP RST).
    case reset
    /// Connections are closed inside a chunk.
    case cutChunk = "cut-chunk"
    /// The stream is divided into chunks of random length, each sent in pieces.
    case chunks
    /// Bytes are sent one at a time.
    case drip
    /// Bits of the stream are inverted.
    case flip
    /// Frames are sent twice.
    case double
    /// A frame is sent after the next frame.
    case reorder
    /// Frames are cut off in the middle.
    case halve
  }

  /// A parameter of a kind of fault, besides mountpoint and time.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// The HTTP status code of an answer.
    case code
    /// The number of extra header lines.
    case fields
    /// The number of stream bytes after which the fault strikes.
    case bytes
    /// The time in seconds after which the fault strikes.
    case seconds
    /// The permitted rate in hertz.
    case hertz
    /// The share of affected bytes or frames; for `drip`, the rate in bytes per second.
    case rate
  }

  /// The kind of fault.
  public var kind: Kind
  /// The affected mountpoint, without a leading slash; `nil` for all mountpoints.
  public var mountpoint: String?
  /// The stream time at which the fault begins, from the start of the caster.
  public var start: Duration
  /// The stream time at which the fault ends; `nil` for a fault without end.
  public var end: Duration?
  /// The probability that the fault strikes at each opportunity, `0...1`.
  public var probability: Double
  /// The values of the kind's parameters; missing parameters take the kind's defaults.
  public var parameters: [Parameter: Double]

  /// Creates a fault; by default for all mountpoints, from the caster's start and without end.
  public init(
    _ kind: Kind, of mountpoint: String? = nil, from start: Duration = .zero,
    to end: Duration? = nil, probability: Double = 1, _ parameters: [Parameter: Double] = [:]
  ) {
    self.kind = kind
    self.mountpoint = mountpoint
    self.start = start
    self.end = end
    self.probability = probability
    self.parameters = parameters
  }

  /// Returns whether the fault is active at a stream time.
  public func isActive(at time: Duration) -> Bool { time.isIn(start, until: end) }

  /// Returns whether the fault affects requests for a mountpoint; the sourcetable's name is empty.
  public func concerns(_ mountpoint: String) -> Bool {
    if mountpoint.isEmpty { return self.mountpoint == nil && kind.isOfWholeCaster }
    return (self.mountpoint ?? mountpoint) == mountpoint
  }

  /// Returns a parameter's value, or its default for this kind; 0 for a parameter that the kind lacks.
  public func value(_ parameter: Parameter) -> Double {
    parameters[parameter]
      ?? kind.parameters.first { $0.name == parameter }.map { $0.standard } ?? 0
  }
}

extension CasterFault.Kind {
  /// The parameters that the kind accepts, each with its default and its permitted range.
  public var parameters:
    [(name: CasterFault.Parameter, standard: Double, range: ClosedRange<Double>)]
  {
    switch self {
    case .headers: [(.fields, 200, 1...10_000)]
    case .status: [(.code, 500, 100...599)]
    case .ggaTimeout: [(.seconds, 300, 1...86_400)]
    case .ggaRate: [(.hertz, 1, 0.001...1000)]
    case .reset: [(.bytes, 0, 0...1e9)]
    case .drip: [(.rate, 100, 0.1...100_000)]
    case .flip: [(.rate, 0.001, 0...1)]
    case .double, .reorder, .halve: [(.rate, 0.1, 0...1)]
    default: []
    }
  }

  /// The part of a connection that a fault affects.
  enum Target {
    /// The head of a granted stream.
    case head
    /// The answer to a request, whether or not the request would be granted.
    case refusal
    /// The connection, and the sending of data over it.
    case connection
    /// The stream, for all its readers.
    case stream
  }

  var target: Target {
    switch self {
    case .noBlankLine, .lengthZero, .gluedHead, .unchunked, .chunked, .icy, .lineFeeds, .http10,
      .ok, .headers:
      .head
    case .table, .httpTable, .unauthorized, .ban, .status: .refusal
    case .silent, .stall, .gga, .ggaTimeout, .ggaRate, .ggaOnly, .dies, .reset, .cutChunk, .chunks,
      .drip:
      .connection
    case .flip, .double, .reorder, .halve: .stream
    }
  }

  /// Whether the fault also affects the sourcetable when it names no mountpoint.
  public var isOfWholeCaster: Bool {
    switch self {
    case .unauthorized, .ban, .status, .silent, .dies, .reset: true
    default: false
    }
  }

  /// The effect of the fault, in one phrase.
  public var meaning: String {
    switch self {
    case .noBlankLine: "ICY 200 OK and data, without a blank line"
    case .lengthZero: "ICY 200 OK, Content-Length: 0, and a stream without end"
    case .gluedHead: "HTTP/1.1 200 OKNtrip-Version: Ntrip/2.0: no line end after OK; no chunks"
    case .unchunked: "the head of version 2, and the stream without chunks"
    case .chunked: "the head of version 2, and chunks, also where version 1 was asked for"
    case .icy: "ICY 200 OK, also where version 2 was asked for"
    case .lineFeeds: "the lines of the head end by LF alone"
    case .http10: "HTTP/1.0 200 OK"
    case .ok: "OK, LF and data"
    case .headers: "a storm of header lines"
    case .table: "SOURCETABLE 200 OK and the table instead of the stream"
    case .httpTable: "HTTP/1.1 200 OK and gnss/sourcetable instead of the stream"
    case .unauthorized: "HTTP/1.0 401 Unauthorized without a blank line, then the end"
    case .ban: "403, and a body that says that the address is banned"
    case .status: "the answer has another status"
    case .silent: "requests are taken and not answered"
    case .stall: "connections are kept, and nothing of the stream is sent; it is lost"
    case .gga: "nothing of the stream is sent to a reader until a GGA has come from it"
    case .ggaTimeout: "a reader of whom no GGA came for so long is closed"
    case .ggaRate: "a reader who sends GGA more often is closed"
    case .ggaOnly: "a reader who sends another sentence than GGA, or a damaged one, is closed"
    case .dies: "all connections are closed, and those that come when they ask"
    case .reset: "connections are reset (RST) after so many bytes of the stream; 0: when they ask"
    case .cutChunk: "connections are closed within a chunk, or a frame where there are no chunks"
    case .chunks:
      "chunks of any length, their length in a segment of its own, some with an extension"
    case .drip: "byte by byte, at so many in a second"
    case .flip: "bits of the stream are turned over"
    case .double: "frames come twice"
    case .reorder: "a frame comes behind the one that follows it"
    case .halve: "frames end in their middle"
    }
  }
}

extension CasterFault.Parameter {
  /// The meaning of the parameter, in one phrase.
  public var meaning: String {
    switch self {
    case .code: "with which status"
    case .fields: "how many lines"
    case .bytes: "after how many bytes of the stream"
    case .seconds: "after how many seconds"
    case .hertz: "more often than this in a second"
    case .rate: "which share of bytes or frames; bytes in a second"
    }
  }
}
