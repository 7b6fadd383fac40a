import RTCMParser
import TestSupport
import Testing

@Suite("The ionosphere's state space message")
struct SSRIonosphereTests {
  @Test(
    "a model is read back", arguments: [SSRFormat.rtcm, .igs], [1, 4])
  func readsBack(format: SSRFormat, layerCount: Int) throws {
    var layers: [SSRIonosphere.Layer] = []
    for index in 0..<layerCount {
      var layer = SSRIonosphere.Layer(height: 2550, degree: 3, order: 2)
      for at in layer.cosines.indices { layer.cosines[at] = Double(at - index) * 0.005 }
      for at in layer.sines.indices { layer.sines[at] = Double(at) * -16.38 }
      layers.append(layer)
    }
    let message = SSRIonosphere(
      format: format, header: .init(epochSeconds: 604_799, updateInterval: 6), quality: 25.55,
      layers: layers)
    let payload = try message.encode()
    let header = (format == .rtcm ? 0 : 11) + 12 + 20 + 4 + 1 + 4 + 16 + 4 + 9 + 2
    #expect(payload.count == (header + layerCount * (16 + 16 * (9 + 5)) + 7) / 8)
    #expect(try decoded(payload) == .ssrIonosphere(message))
    let longer = payload + [0xAB, 0xCD]
    #expect(try decoded(longer).encode() == longer)
    for count in 0..<payload.count {
      #expect(throws: RTCMDecodingError.self) { try decoded(Array(payload.prefix(count))) }
    }
  }

  @Test(
    "degree and order make as many coefficients as pyrtcm counts",
    arguments: [(1, 1, 3, 1), (12, 12, 91, 78), (16, 16, 153, 136), (10, 3, 38, 27)])
  func countsCoefficients(degree: UInt8, order: UInt8, cosines: Int, sines: Int) {
    let layer = SSRIonosphere.Layer(height: 450, degree: degree, order: order)
    #expect(layer.cosineCount == cosines && layer.cosines.count == cosines)
    #expect(layer.sineCount == sines && layer.sines.count == sines)
  }

  @Test("a coefficient is found by degree and order")
  func findsCoefficients() {
    var layer = SSRIonosphere.Layer(height: 450, degree: 3, order: 2)
    layer.cosines = [00, 10, 20, 30, 11, 21, 31, 22, 32]
    layer.sines = [11, 21, 31, 22, 32]
    for degree in UInt8(0)...4 {
      for order in UInt8(0)...4 {
        let exists = degree <= 3 && order <= 2 && order <= degree
        let value = exists ? Double(degree * 10 + order) : nil
        #expect(layer.cosine(degree: degree, order: order) == value)
        #expect(layer.sine(degree: degree, order: order) == (order == 0 ? nil : value))
      }
    }
  }

  @Test("a model without layers, or with a wrong number of coefficients, is refused")
  func refusesWrongCounts() {
    let header = SSRHeader(epochSeconds: 0)
    let empty = #expect(throws: RTCMEncodingError.self) {
      try SSRIonosphere(header: header, layers: []).encode()
    }
    #expect(empty?.field == 472)
    var layer = SSRIonosphere.Layer(height: 450, degree: 0, order: 0)
    let zero = #expect(throws: RTCMEncodingError.self) {
      try SSRIonosphere(header: header, layers: [layer]).encode()
    }
    #expect(zero?.field == 474)
    layer = .init(height: 450, degree: 2, order: 2)
    layer.sines.removeLast()
    let short = #expect(throws: RTCMEncodingError.self) {
      try SSRIonosphere(header: header, layers: [layer]).encode()
    }
    #expect(short?.reason == .wrongCount(count: 2, expected: 3))
    #expect(short?.field == 477)
  }

  @Test("values are those that RTKLIB reads", .compares(with: .captures))
  func agreesWithRTKLIB() throws {
    let all = frames(of: try SharedCaptures.bytes(of: "swift__clk.rtcm"))
    let frame = try #require(all.first { $0.type == 1264 })
    let message = try SSRIonosphere(decoding: frame.payload.span)
    let layer = try #require(message.layers.first)
    #expect(layer.degree == 12 && layer.order == 12 && message.quality == 0)
    #expect(layer.cosine(degree: 0, order: 0) == 7.06)
    #expect(layer.cosine(degree: 1, order: 0) == 2.115)
  }

  @Test("the captured models end where they should", .compares(with: .captures))
  func readsCaptures() throws {
    var count = 0
    for name in ["swift__clk.rtcm", "pyrtcm__pygpsdata-1240-1264.log"] {
      for frame in frames(of: try SharedCaptures.bytes(of: name)) where frame.type == 1264 {
        let message = try SSRIonosphere(decoding: frame.payload.span)
        let layer = try #require(message.layers.first)
        #expect(message.trailingBits.isEmpty)
        #expect(message.layers.count == 1 && layer.height == 450)
        // The degree 0 coefficient is the mean over the globe: some ten TECU.
        #expect((1...60).contains(try #require(layer.cosine(degree: 0, order: 0))))
        count += 1
      }
    }
    #expect(count == 5)
  }
}
