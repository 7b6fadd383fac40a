import Foundation
import RTCMParser
import TestSupport
import Testing

@Suite("Which message types other decoders confirm", .compares(with: .captures))
struct OracleCoverageTests {
  /// The captured types for which pyrtcm and rtcm-rs have no values.
  ///
  /// For the phase biases 1265…1268 and 1270, `SSRCaptureTests` has some values from RTKLIB. For 4072,
  /// `GPSDComparisonTests` has the bytes. 4011 and 4094 are proprietary and undocumented; their payloads are
  /// kept whole.
  static let withoutValues: [UInt16] = [1265, 1266, 1267, 1268, 1270, 4011, 4072, 4094]

  @Test("every type of the captures is compared field by field, but for those named")
  func coversEveryType() throws {
    var types: Set<UInt16> = []
    for name in FrameScannerCaptureTests.names {
      let counts = try JSONDecoder().decode(
        ExpectedCounts.self,
        from: Data(try SharedCaptures.bytes(of: name + ".counts.json")))
      types.formUnion(counts.frames.keys.compactMap { UInt16($0) })
    }
    let compared = try Self.typesOfPyrtcm.union(Self.typesOfRTCMRS)
    #expect(types.subtracting(compared).sorted() == Self.withoutValues)
  }

  /// The types of which pyrtcm decodes more than DF002.
  private static var typesOfPyrtcm: Set<UInt16> {
    get throws {
      var types: Set<UInt16> = []
      for name in PyrtcmComparisonTests.names {
        let text = try SharedCaptures.bytes(of: name + PyrtcmComparisonTests.suffix)
        for line in text.split(separator: 0x0A) {
          let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
          guard let attributes = object?["attrs"] as? [String: Any], attributes.count > 1,
            let id = object?["id"] as? String
          else { continue }
          // Identifiers such as 4076_025.
          types.insert(try #require(UInt16(id.prefix(4))))
        }
      }
      return types
    }
  }

  private static var typesOfRTCMRS: Set<UInt16> {
    get throws {
      let captured = frames(of: try SharedCaptures.bytes(of: RTCMRSComparisonTests.capture))
      return Set(captured.compactMap(\.type)).subtracting([1230])
    }
  }
}
