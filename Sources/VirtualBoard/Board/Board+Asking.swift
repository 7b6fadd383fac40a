public import GNSSBasics
public import BoardFirmware

extension Board {
  /// Creates a board at power-on, joined in memory to a caster of its own.
  ///
  /// - Parameters:
  ///   - corrections: The source of the caster's correction stream.
  ///   - origin: The start of the board's track; `.base` is a kilometre north of the corrections'
  ///     station.
  ///   - options: All other properties of the board.
  ///   - card: The content of the card slot.
  /// - Throws: ``CaptureError``, ``OriginError``, ``EventError``, or `BaseStationConfigurationError`
  ///   for a date outside GPS time.
  public convenience init(
    _ corrections: Corrections = .builtInBase, origin: BoardOptions.Origin? = nil,
    options: BoardOptions = BoardOptions(), card: BoardCard = .none
  ) throws {
    var options = options
    if let origin { options.origin = origin }
    let supply = try CorrectionSupply(corrections, from: options.bootDate)
    try self.init(on: supply, options: options, card: card)
  }

  /// Creates a board joined in memory to a caster of its own, whose stream other boards share.
  ///
  /// - Parameters:
  ///   - supply: The correction stream, from the options' boot date on.
  ///   - options: All other properties of the board.
  ///   - card: The content of the card slot.
  /// - Throws: ``CaptureError``, ``OriginError`` or ``EventError``.
  package convenience init(
    on supply: CorrectionSupply, options: BoardOptions, card: BoardCard = .none
  ) throws {
    let wiring = try supply.wiring(of: options)
    try self.init(options, world: wiring.world, link: wiring.link, card: card)
    if let caster = wiring.caster { offerMeasurements(over: caster) }
  }

  /// Runs the board until its fix is at least as good as `fix`.
  ///
  /// - Parameters:
  ///   - fix: The wanted fix.
  ///   - time: The longest time to run, in board time from now.
  /// - Returns: Whether the board reached the fix within `time`.
  @discardableResult
  public func run(until fix: GNSSFix, within time: Duration) -> Bool {
    let end = now + time
    var next = now
    while snapshot.gnss.fix < fix {
      guard now < end else { return false }
      next = run(until: min(max(next, now), end))
    }
    return true
  }

  /// Returns the data port's response to a GET request at the present board time.
  public func get(_ path: String) -> HTTPResponse {
    answer(to: HTTPRequest(.get, path))
  }

  /// Lets a phone ask the board over its serial line, whose bytes take board time.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - whenDone: Called while the board runs, with all bytes of the answer once the connection has ended; `nil` where
  ///     the modem takes no client, and in a profile without a line.
  public func visit(_ request: HTTPRequest, whenDone: @escaping ([UInt8]?) -> Void) {
    guard let line, isPowered else { return whenDone(nil) }
    line.visit(request, at: now, whenDone: whenDone)
  }

  /// Returns the data port's response to a request at the present board time.
  public func answer(to request: HTTPRequest) -> HTTPResponse {
    let snapshot = snapshot
    return DataServer.answer(
      to: request, from: snapshot, at: snapshot.boardTime, configuration: dataServer,
      legacyPage: &page)
  }
}

extension HTTPResponse {
  /// The body, decoded as UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
