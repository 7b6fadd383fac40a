public import GNSSBasics
public import BoardFirmware

extension Board {
  /// Assembles a board at the moment its power comes on, joined in memory to a caster of its own.
  ///
  /// - Parameters:
  ///   - corrections: What that caster has to offer.
  ///   - origin: Where the board is; `.base` is a kilometre north of the corrections' station.
  ///   - options: What else it is made from.
  ///   - card: What is in its card slot.
  /// - Throws: ``CaptureError``, ``OriginError``, ``EventError``, or `BaseStationConfigurationError` for
  ///   a date outside GPS time.
  public convenience init(
    _ corrections: Corrections = .builtInBase, origin: BoardOptions.Origin? = nil,
    options: BoardOptions = BoardOptions(), card: BoardCard = .none
  ) throws {
    var options = options
    if let origin { options.origin = origin }
    let supply = try CorrectionSupply(corrections, from: options.bootDate)
    try self.init(on: supply, options: options, card: card)
  }

  /// Assembles a board, joined in memory to a caster of its own, whose stream others have as well.
  ///
  /// - Parameters:
  ///   - supply: The stream, from the options' date on.
  ///   - options: What else it is made from.
  ///   - card: What is in its card slot.
  /// - Throws: ``CaptureError``, ``OriginError`` or ``EventError``.
  package convenience init(
    on supply: CorrectionSupply, options: BoardOptions, card: BoardCard = .none
  ) throws {
    let wiring = try supply.wiring(of: options)
    try self.init(options, world: wiring.world, link: wiring.link, card: card)
    if let caster = wiring.caster { offerMeasurements(over: caster) }
  }

  /// Runs the board until its fix is as good as that, or better.
  ///
  /// - Parameters:
  ///   - fix: The fix that is wanted.
  ///   - time: The board time that it may take from now.
  /// - Returns: Whether it came in that time.
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

  /// Returns the data port's answer to a GET at the present board time.
  public func get(_ path: String) -> HTTPResponse {
    answer(to: HTTPRequest(.get, path))
  }

  /// Returns the data port's answer at the present board time.
  public func answer(to request: HTTPRequest) -> HTTPResponse {
    let snapshot = snapshot
    return DataServer.answer(
      to: request, from: snapshot, at: snapshot.boardTime, configuration: dataServer,
      legacyPage: &page)
  }
}

extension HTTPResponse {
  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
