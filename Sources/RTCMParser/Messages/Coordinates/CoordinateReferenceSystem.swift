/// The coordinate reference system of the service's own coordinates (message 1300).
///
/// Source: RTCM 10403.4, message 1300. Payload: 33 bits, plus eight bits for each character.
public struct ServiceCRS: Hashable, Sendable {
  /// DF563, the system's name, at most 31 characters.
  public var name: DescriptorText
  /// DF564, the epoch of the coordinates in years, such as 2010.5; `nil` when the coordinates have no epoch.
  ///
  /// On the wire: uint16 above 1900, resolution 0.01, so `1900.01...2555.35`.
  public var coordinateEpoch: Double?
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields.
  public init(name: DescriptorText, coordinateEpoch: Double? = nil) {
    self.name = name
    self.coordinateEpoch = coordinateEpoch
  }
}

extension ServiceCRS: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1300 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(name: "") }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.text(count: .df562, characters: .df563, &name)
    try coder.quantity(.df564, &coordinateEpoch)
    try coder.trailing(&trailingBits)
  }
}

/// The coordinate reference system of the coordinates in RTCM messages (message 1302).
///
/// Source: RTCM 10403.4, message 1302. Payload: 26 bits, plus eight bits for each character of the name, plus
/// five bits for each database link and eight for each of its characters.
public struct RTCMCRS: Hashable, Sendable {
  /// DF566, the system's name, at most 31 characters.
  public var name: DescriptorText
  /// DF567, whether the system moves with a tectonic plate rather than being global.
  public var isPlateFixed: Bool
  /// DF149, tectonic plate: 0 unknown, 7 Eurasia, …, `0...31`.
  public var plateNumber: UInt8
  /// DF570, links to database entries that describe the system, such as `EPSG.CRS:7930`.
  ///
  /// A message has at most seven links, each of at most 31 characters.
  public var databaseLinks: [DescriptorText]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields.
  public init(
    name: DescriptorText, isPlateFixed: Bool = false, plateNumber: UInt8 = 0,
    databaseLinks: [DescriptorText] = []
  ) {
    self.name = name
    self.isPlateFixed = isPlateFixed
    self.plateNumber = plateNumber
    self.databaseLinks = databaseLinks
  }
}

extension RTCMCRS: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1302 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(name: "") }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.text(count: .df565, characters: .df566, &name)
    try coder.flag(.df567, &isPlateFixed)
    try coder.integer(.df149, &plateNumber)
    try coder.list(&databaseLinks, count: .df568, of: "") { (link, coder) throws(Coder.Failure) in
      coder.beginGroup("database_link", satelliteID: nil)
      try coder.text(count: .df569, characters: .df570, &link)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}
