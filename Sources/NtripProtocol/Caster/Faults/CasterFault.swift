/// Something that a caster does wrong on request, for a time.
///
/// ```swift
/// let fault = try CasterFault(parsing: "stall mount=BASE from=60 for=30")
/// caster.setFaults([fault], seed: 7, damaging: .frames)  // .frames is of NtripMemory
/// ```
public struct CasterFault: Hashable, Sendable {
  /// A kind of fault.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Version 1's line without the blank line that ends a head, then data.
    case noBlankLine = "no-blank-line"
    /// Version 1, and a length of 0 in front of a stream.
    case lengthZero = "length-zero"
    /// The first line of version 2 runs into the second one.
    case gluedHead = "glued-head"
    /// Version 2 without chunks.
    case unchunked
    /// Version 2 in chunks, whatever was asked.
    case chunked
    /// Version 1, whatever was asked.
    case icy
    /// Line feeds alone end the head's lines.
    case lineFeeds = "line-feeds"
    /// HTTP/1.0.
    case http10
    /// `OK` and a line feed are the whole head.
    case ok
    /// A head of many lines.
    case headers
    /// The sourcetable instead of the stream, as version 1 has it.
    case table
    /// The sourcetable instead of the stream, with a status that says that all is well.
    case httpTable = "http-table"
    /// A wrong password, in one line.
    case unauthorized = "401"
    /// The address is banned.
    case ban
    /// Another status.
    case status
    /// Requests are not answered.
    case silent
    /// Nothing of the stream is sent, and what there was to send is lost.
    case stall
    /// Nothing of the stream is sent until its reader has told a position.
    case gga
    /// Readers who tell no position are closed.
    case ggaTimeout = "gga-timeout"
    /// Readers who tell their position too often are closed.
    case ggaRate = "gga-rate"
    /// Readers who send another sentence than GGA are closed.
    case ggaOnly = "gga-only"
    /// Connections are closed, and so are those that come.
    case dies
    /// Connections are reset.
    case reset
    /// Connections are closed within a chunk.
    case cutChunk = "cut-chunk"
    /// Chunks of any length, in pieces.
    case chunks
    /// Bytes one by one.
    case drip
    /// Bits of the stream are turned over.
    case flip
    /// Frames come twice.
    case double
    /// A frame comes behind the next one.
    case reorder
    /// Frames end in their middle.
    case halve
  }

  /// A parameter of a kind besides mountpoint and time.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// The status of an answer.
    case code
    /// The number of header lines.
    case fields
    /// After how many bytes of the stream.
    case bytes
    /// After how many seconds.
    case seconds
    /// The rate, times a second.
    case hertz
    /// The share of bytes or frames that it strikes; of a drip, bytes in a second.
    case rate
  }

  /// The kind of fault.
  public var kind: Kind
  /// With which mountpoint, without a leading slash; `nil` for all.
  public var mountpoint: String?
  /// From when on, by the streams' time since the caster began.
  public var start: Duration
  /// Until when; `nil` for ever.
  public var end: Duration?
  /// The probability at each occasion.
  public var probability: Double
  /// The further parameters.
  public var parameters: [Parameter: Double]

  /// Creates a fault.
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

  /// Whether it is on at a time.
  public func isActive(at time: Duration) -> Bool {
    start <= time && end.map { time < $0 } ?? true
  }

  /// Whether those who ask for a mountpoint have to do with it; the sourcetable's name is empty.
  public func concerns(_ mountpoint: String) -> Bool {
    if mountpoint.isEmpty { return self.mountpoint == nil && kind.isOfWholeCaster }
    return (self.mountpoint ?? mountpoint) == mountpoint
  }

  /// A parameter, or what its kind has instead; 0 where it has none.
  public func value(_ parameter: Parameter) -> Double {
    parameters[parameter]
      ?? kind.parameters.first { $0.name == parameter }.map { $0.standard } ?? 0
  }
}

extension CasterFault.Kind {
  /// The parameters that it takes, each with what it is when it is not given.
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

  /// The target of a fault.
  enum Target {
    /// The answer to a request that is granted.
    case head
    /// The answer, granted or not.
    case refusal
    /// The connection, and when something is sent over it.
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

  /// Whether the sourcetable has it too, where no mountpoint is named.
  public var isOfWholeCaster: Bool {
    switch self {
    case .unauthorized, .ban, .status, .silent, .dies, .reset: true
    default: false
    }
  }

  /// The effect of the fault, in a sentence.
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
  /// The meaning of the parameter.
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
