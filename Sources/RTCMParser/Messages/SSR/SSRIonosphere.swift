/// The vertical total electron content of the ionosphere in spherical harmonics (messages 1264 and 4076 with
/// message number 201).
///
/// Source: RTCM 10403.3, SSR amendment, message 1264; IGS SSR v1.00 §6.9.
public struct SSRIonosphere: Hashable, Sendable {
  /// The message's format, RTCM or IGS, which determines the message type.
  public var format: SSRFormat
  /// The header: epoch in GPS time, update interval and provider.
  public var header: SSRHeader
  /// DF478 or IDF041, quality of the model, TECU, `0...25.55`, resolution 0.05; 0 is unknown.
  public var quality: Double
  /// The layers of the model, one to four.
  public var layers: [Layer]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a model from its format, header, quality in TECU and layers.
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
    /// The coefficients are sorted by order, `0...M`, and within each order by degree, from the order to N.
    /// ``cosine(degree:order:)`` returns a single coefficient.
    public var cosines: [Double]
    /// DF477 or IDF040, sine coefficients, TECU, ±163.835, resolution 0.005, sorted alike from order 1.
    public var sines: [Double]

    /// Creates a layer whose coefficients are all zero.
    ///
    /// - Parameters:
    ///   - height: The height above the sphere of the Earth in km, `0...2550`.
    ///   - degree: The degree N of the harmonics, `1...16`.
    ///   - order: The order M of the harmonics, `1...16`.
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
  /// The data field that holds the epoch.
  var epochField: DataField { (format == .igs ? .igs : SSRFields(.gps)).epoch }
}

extension SSRIonosphere.Layer {
  /// The number of cosine coefficients for the degree and order, at most 153.
  public var cosineCount: Int { count(fromOrder: 0, upTo: Int(order)) }
  /// The number of sine coefficients for the degree and order, at most 136.
  public var sineCount: Int { count(fromOrder: 1, upTo: Int(order)) }

  /// Returns a cosine coefficient in TECU; `nil` when the layer has no such coefficient.
  public func cosine(degree: UInt8, order: UInt8) -> Double? {
    index(ofDegree: degree, order: order, fromOrder: 0, in: cosines).map { cosines[$0] }
  }

  /// Returns a sine coefficient in TECU; `nil` when the layer has no such coefficient.
  public func sine(degree: UInt8, order: UInt8) -> Double? {
    index(ofDegree: degree, order: order, fromOrder: 1, in: sines).map { sines[$0] }
  }

  /// Returns the number of coefficients in a range of orders; each order has one for every degree from the
  /// order to N.
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
  /// The message type in RTCM's format, DF002.
  public static var messageType: UInt16 { 1264 }
  /// The message number in IGS SSR, IDF002.
  static var igsMessageNumber: UInt8 { 201 }

  /// The message type, DF002: 1264, or 4076 in IGS SSR.
  public var messageType: UInt16 { format == .rtcm ? Self.messageType : SSRType.igsMessageType }

  /// Creates an RTCM message with all fields zero and no layers; returns `nil` for any other type.
  ///
  /// IGS SSR is excluded, because its messages differ by message number.
  public init?(emptyOfType type: UInt16) {
    guard type == Self.messageType else { return nil }
    self.init(header: SSRHeader(epochSeconds: 0), layers: [])
  }

  /// Codes the message's fields after DF002, in their order on the wire.
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
  /// - Throws: ``RTCMDecodingError`` when the payload ends early or is of another type.
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

  /// Returns the format of a payload; `nil` when the payload is not an ionosphere model.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before the fields that tell its type.
  static func format(of payload: Span<UInt8>) throws(RTCMDecodingError) -> SSRFormat? {
    var cursor = BitCursor()
    let type = try cursor.read(.df002, from: payload)
    if type == UInt64(messageType) { return .rtcm }
    guard type == UInt64(SSRType.igsMessageType) else { return nil }
    _ = try cursor.read(.idf001, from: payload)
    return try cursor.read(.idf002, from: payload) == UInt64(igsMessageNumber) ? .igs : nil
  }

  /// Checks that each layer has the number of coefficients that its degree and order require.
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
