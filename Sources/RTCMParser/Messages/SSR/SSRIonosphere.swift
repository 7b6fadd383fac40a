/// The vertical electron content of the ionosphere, in spherical harmonics (messages 1264 and 4076
/// with message number 201).
///
/// Source: RTCM 10403.3, SSR amendment, message 1264; IGS SSR v1.00 §6.9.
public struct SSRIonosphere: Hashable, Sendable {
  /// Whose format, which makes the message type.
  public var format: SSRFormat
  /// When, for how long, and whose model this is; the epoch is in GPS time.
  public var header: SSRHeader
  /// DF478 or IDF041, quality, TECU, `0...25.55`, resolution 0.05; 0 is unknown.
  public var quality: Double
  /// The layers, `1...4`.
  public var layers: [Layer]
  /// The payload's bits behind its last field.
  public var trailingBits = TrailingBits()

  /// Creates a model.
  public init(format: SSRFormat = .rtcm, header: SSRHeader, quality: Double = 0, layers: [Layer]) {
    self.format = format
    self.header = header
    self.quality = quality
    self.layers = layers
  }

  /// An infinitely thin layer of the ionosphere.
  public struct Layer: Hashable, Sendable {
    /// DF473 or IDF036, height above the sphere of the Earth, km, `0...2550`, resolution 10 km.
    public var height: Double
    /// DF474 or IDF037, degree N of the harmonics, `1...16`; the field holds one less.
    public var degree: UInt8
    /// DF475 or IDF038, order M of the harmonics, `1...16`; the field holds one less.
    public var order: UInt8
    /// DF476 or IDF039, cosine coefficients, TECU, ±163.835, resolution 0.005.
    ///
    /// Order by order, `0...M`, in each by degree, from the order to N; ``cosine(degree:order:)``
    /// finds one.
    public var cosines: [Double]
    /// DF477 or IDF040, sine coefficients, TECU, ±163.835, resolution 0.005, the same from order 1.
    public var sines: [Double]

    /// Creates a layer whose coefficients are all zero.
    ///
    /// - Parameters:
    ///   - height: In km.
    ///   - degree: `1...16`.
    ///   - order: `1...16`.
    public init(height: Double, degree: UInt8, order: UInt8) {
      self.height = height
      self.degree = degree
      self.order = order
      cosines = []
      sines = []
      cosines = Array(repeating: 0, count: cosineCount)
      sines = Array(repeating: 0, count: sineCount)
    }
  }
}

extension SSRIonosphere {
  /// The field of the epoch.
  var epochField: DataField { (format == .igs ? .igs : SSRFields(.gps)).epoch }
}

extension SSRIonosphere.Layer {
  /// The number of cosine coefficients that degree and order make, at most 153.
  public var cosineCount: Int { count(fromOrder: 0, upTo: Int(order)) }
  /// The number of sine coefficients that degree and order make, at most 136.
  public var sineCount: Int { count(fromOrder: 1, upTo: Int(order)) }

  /// A cosine coefficient in TECU, `nil` where there is none.
  public func cosine(degree: UInt8, order: UInt8) -> Double? {
    index(ofDegree: degree, order: order, fromOrder: 0, in: cosines).map { cosines[$0] }
  }

  /// A sine coefficient in TECU, `nil` where there is none.
  public func sine(degree: UInt8, order: UInt8) -> Double? {
    index(ofDegree: degree, order: order, fromOrder: 1, in: sines).map { sines[$0] }
  }

  /// Returns the number of coefficients of some orders: of each, one for every degree from the order on.
  private func count(fromOrder first: Int, upTo last: Int) -> Int {
    var count = 0
    for order in stride(from: first, through: last, by: 1) {
      count += max(0, Int(degree) - order + 1)
    }
    return count
  }

  private func index(
    ofDegree wanted: UInt8, order: UInt8, fromOrder first: Int, in coefficients: [Double]
  ) -> Int? {
    guard Int(order) >= first, order <= self.order, order <= wanted, wanted <= degree else {
      return nil
    }
    let index = count(fromOrder: first, upTo: Int(order) - 1) + Int(wanted - order)
    return index < coefficients.count ? index : nil
  }
}

extension SSRIonosphere: FieldFamily {
  /// DF002.
  public static var messageType: UInt16 { 1264 }
  /// IDF002 of the message in IGS SSR.
  static var igsMessageNumber: UInt8 { 201 }

  /// DF002.
  public var messageType: UInt16 { format == .rtcm ? Self.messageType : SSRType.igsMessageType }

  /// Not for IGS SSR, whose types a message number tells apart.
  public init?(emptyOfType type: UInt16) {
    guard type == Self.messageType else { return nil }
    self.init(header: SSRHeader(epochSeconds: 0), layers: [])
  }

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    if format == .igs {
      try header.codeIGS(messageNumber: Self.igsMessageNumber, with: &coder)
    }
    let epoch = epochField
    try header.codeTime(epoch: epoch, format, with: &coder)
    try header.codeIssue(format, with: &coder)
    try coder.quantity(.vtecQuality(format), &quality)
    var countLessOne = layers.count - 1
    try coder.integer(.vtecLayerCount(format), &countLessOne)
    let (format, empty) = (self.format, Layer(height: 0, degree: 1, order: 1))
    try coder.list(&layers, count: countLessOne + 1, of: empty) {
      (layer, coder) throws(Coder.Failure) in
      coder.beginGroup("layer", satelliteID: nil)
      try layer.code(format, with: &coder)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}

extension SSRIonosphere.Layer {
  @_lifetime(coder: copy coder)
  fileprivate mutating func code<Coder: FieldCoder & ~Escapable>(
    _ format: SSRFormat, with coder: inout Coder
  ) throws(Coder.Failure) {
    var (degreeLessOne, orderLessOne) = (Int(degree) - 1, Int(order) - 1)
    try coder.quantity(.vtecHeight(format), &height)
    try coder.integer(.vtecDegree(format), &degreeLessOne)
    try coder.integer(.vtecOrder(format), &orderLessOne)
    (degree, order) = (UInt8(degreeLessOne + 1), UInt8(orderLessOne + 1))
    try coder.code(&cosines, cosineCount, as: .vtecCosine(format), group: "cosine")
    try coder.code(&sines, sineCount, as: .vtecSine(format), group: "sine")
  }
}

extension FieldCoder where Self: ~Escapable {
  @_lifetime(self: copy self)
  fileprivate mutating func code(
    _ coefficients: inout [Double], _ count: Int, as field: DataField, group: StaticString
  ) throws(Failure) {
    try list(&coefficients, count: count, of: 0) { (coefficient, coder) throws(Failure) in
      coder.beginGroup(group, satelliteID: nil)
      try coder.quantity(field, &coefficient)
      coder.endGroup()
    }
  }
}

extension SSRIonosphere {
  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early or is of another type.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var (decoder, messageType) = (FieldDecoder(payload), UInt16(0))
    decoder.integer(.df002, &messageType)
    guard let format = try Self.format(of: payload) else {
      throw RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0, messageType: messageType)
    }
    self.init(format: format, header: SSRHeader(epochSeconds: 0), layers: [])
    try code(with: &decoder)
    try decoder.finish()
  }

  /// Whose format a payload has, `nil` when it is no model of the ionosphere.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends before that is known.
  static func format(of payload: Span<UInt8>) throws(RTCMDecodingError) -> SSRFormat? {
    var cursor = BitCursor()
    let type = try cursor.read(.df002, from: payload)
    if type == UInt64(messageType) { return .rtcm }
    guard type == UInt64(SSRType.igsMessageType) else { return nil }
    _ = try cursor.read(.idf001, from: payload)
    return try cursor.read(.idf002, from: payload) == UInt64(igsMessageNumber) ? .igs : nil
  }

  /// Checks that each layer has as many coefficients as its degree and order make.
  public func check() throws(RTCMEncodingError) {
    for layer in layers {
      for (count, expected, field) in [
        (layer.cosines.count, layer.cosineCount, DataField.vtecCosine(format)),
        (layer.sines.count, layer.sineCount, .vtecSine(format)),
      ] where count != expected {
        throw RTCMEncodingError(
          .wrongCount(count: count, expected: expected), field: field.number,
          messageType: messageType)
      }
    }
  }
}
