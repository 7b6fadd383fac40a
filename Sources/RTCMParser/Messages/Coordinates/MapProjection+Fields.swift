extension MapProjection: FieldFamily {
  /// The message type, DF002: 1025, 1026 or 1027, by the case of `parameters`.
  public var messageType: UInt16 {
    switch parameters {
    case .naturalOrigin: 1025
    case .standardParallels: 1026
    case .obliqueMercator: 1027
    }
  }

  /// Creates a message of one of these types, with all fields zero except a scale factor of 1; returns `nil`
  /// for any other type.
  public init?(emptyOfType type: UInt16) {
    let parameters: Parameters
    switch type {
    case 1025: parameters = .naturalOrigin(NaturalOrigin())
    case 1026: parameters = .standardParallels(StandardParallels())
    case 1027: parameters = .obliqueMercator(ObliqueMercator())
    default: return nil
    }
    self.init(systemID: 0, method: .unknown, parameters: parameters)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df147, &systemID)
    try coder.integer(.df170, &method.rawValue)
    switch parameters {
    case .naturalOrigin(var origin):
      try origin.code(with: &coder)
      parameters = .naturalOrigin(origin)
    case .standardParallels(var parallels):
      try parallels.code(with: &coder)
      parameters = .standardParallels(parallels)
    case .obliqueMercator(var oblique):
      try oblique.code(with: &coder)
      parameters = .obliqueMercator(oblique)
    }
    try coder.trailing(&trailingBits)
  }
}

extension MapProjection.NaturalOrigin {
  @_lifetime(coder: copy coder)
  fileprivate mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.quantity(.df171, &latitude)
    try coder.quantity(.df172, &longitude)
    try coder.quantity(.df173, &scaleFactor)
    try coder.quantity(.df174, &falseEasting)
    try coder.quantity(.df175, &falseNorthing)
  }
}

extension MapProjection.StandardParallels {
  @_lifetime(coder: copy coder)
  fileprivate mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.quantity(.df176, &latitude)
    try coder.quantity(.df177, &longitude)
    try coder.quantity(.df178, &standardParallel1)
    try coder.quantity(.df179, &standardParallel2)
    try coder.quantity(.df180, &easting)
    try coder.quantity(.df181, &northing)
  }
}

extension MapProjection.ObliqueMercator {
  @_lifetime(coder: copy coder)
  fileprivate mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.flag(.df182, &isRectified)
    try coder.quantity(.df183, &latitude)
    try coder.quantity(.df184, &longitude)
    try coder.quantity(.df185, &azimuth)
    try coder.quantity(.df186, &skewDifference)
    try coder.quantity(.df187, &scaleFactor)
    try coder.quantity(.df188, &easting)
    try coder.quantity(.df189, &northing)
  }
}
