import Bytes
import RTCMParser
import RTCMTestKit
import Testing

/// The recorded hashes of the samples and streams, which must never change.
///
/// Users may store their receivers' results for these bytes. A change here changes those results, and belongs
/// in the changelog.
@Suite("Recorded bytes")
struct RecordedBytesTests {
  @Test("each sample's frame ends in the CRC that was recorded")
  func samples() throws {
    let checks = try TestVector.all().map { vector in
      "\(vector.name) " + Self.hexadecimal(vector.frame.suffix(3))
    }
    let expected = Self.samples.split(separator: "\n").flatMap { $0.split(separator: ", ") }
    #expect(checks == expected.map(String.init))
  }

  static let samples = """
    1005-standard 360b98, 1029-standard eda33b, 63 2a2605, 1001 3a8742, 1002 52801b, 1003 aab68f
    1004 1102f5, 1005 97f23d, 1006 c01f2b, 1007 2dc5b2, 1008 6b331f, 1009 116220, 1010 993907
    1011 e1402d, 1012 3936e8, 1013 eef769, 1014 900409, 1015 573e60, 1016 52c765, 1017 9be62a
    1019 3853ee, 1020 7dcbaa, 1021 1f30cb, 1022 66f70a, 1023 e1fefa, 1024 e3f88d, 1025 5ed67c
    1026 1420dc, 1027 d4b46f, 1029 957ceb, 1030 cf055a, 1031 f6d357, 1032 547db1, 1033 e03f45
    1034 e5e025, 1035 39841e, 1037 19ae7f, 1038 e8d318, 1039 42fa27, 1041 96ceec, 1042 a7a52b
    1043 791159, 1044 7a5e9b, 1045 b2aad4, 1046 6229b3, 1057 ee6be6, 1058 23acbc, 1059 5a88f8
    1060 531abd, 1061 a7742f, 1062 30e68e, 1063 f2efad, 1064 463c66, 1065 3064fb, 1066 c32e1d
    1067 9b2207, 1068 6cc5c9, 1071 b9e04e, 1072 c62506, 1073 574293, 1074 27fa67, 1075 d53d2a
    1076 f3c370, 1077 61fc74, 1081 2e136f, 1082 c8c870, 1083 ef4548, 1084 52b954, 1085 4829ec
    1086 4fed6a, 1087 840982, 1091 b28865, 1092 29f39c, 1093 235731, 1094 947e24, 1095 e128ab
    1096 0eb509, 1097 3b3e12, 1101 f08338, 1102 463ac8, 1103 1990e2, 1104 4935f7, 1105 e0f2ce
    1106 617feb, 1107 72068f, 1111 6afc18, 1112 49f1eb, 1113 b5ace9, 1114 4910bd, 1115 b210e6
    1116 6de90a, 1117 166418, 1121 8e6b79, 1122 6db87f, 1123 ddd4ca, 1124 5346e4, 1125 2874a8
    1126 7246f2, 1127 523a1c, 1131 996ece, 1132 2a57fd, 1133 a71b8d, 1134 5cf092, 1135 cae8cd
    1136 3ec9c6, 1137 bf37e5, 1230 cf9bd7, 1240 49d757, 1241 33ae18, 1242 800292, 1243 d139aa
    1244 3000f9, 1245 4bbe84, 1246 96a5cd, 1246-draft 2e932f, 1247 723408, 1247-draft 3f40ba
    1248 4e4197, 1248-draft da9edd, 1249 b1a385, 1249-draft 541bf2, 1250 ebf7ea
    1250-draft a1cdaa, 1251 234087, 1251-draft dbc9d1, 1252 f9895c, 1253 c86a2d, 1254 896162
    1255 044bcc, 1256 21967c, 1257 6552e1, 1258 5c8cd4, 1258-draft 2f36da, 1259 4fdd91
    1260 08ca63, 1261 5e1597, 1261-draft 470257, 1262 c72ea3, 1263 cb0f90, 1264 a203bd
    1265 bb7c84, 1266 d1dcfa, 1267 452ba4, 1268 6e1626, 1268-draft dd3ef3, 1269 c19e3f
    1270 40e28f, 1300 115ed4, 1301 40e28a, 1302 792aa5, 1303 340fcc, 1304 7b2ac9, 4072-0 b8a877
    4072-1 f3eb90, 4076-21 32b639, 4076-22 a0eea6, 4076-23 392818, 4076-24 e12198
    4076-25 0a8b04, 4076-26 7a21fe, 4076-27 2c0a16, 4076-41 6a8ee1, 4076-42 eecc81
    4076-43 d5c32c, 4076-44 b5a6b5, 4076-45 21c2e3, 4076-46 c101ad, 4076-47 7f6267
    4076-61 df5d00, 4076-62 d4d29c, 4076-63 8e65c0, 4076-64 e672b3, 4076-65 a1459c
    4076-66 0e9838, 4076-67 6c622b, 4076-81 daff51, 4076-82 7288cf, 4076-83 8a59bf
    4076-84 fb5869, 4076-85 239a1f, 4076-86 cf5ad0, 4076-87 842530, 4076-101 48224a
    4076-102 27591a, 4076-103 c0601a, 4076-104 dc2707, 4076-105 22b661, 4076-106 0b5113
    4076-107 3aa0e6, 4076-121 371468, 4076-122 06b4f5, 4076-123 3d1467, 4076-124 c10ddd
    4076-125 a069e2, 4076-126 ca93fb, 4076-127 d2e7fd, 4076-201 1ce2c2
    """

  @Test("what damage and other bytes a seed makes is as recorded")
  func pieces() throws {
    let frame = try #require(try TestVector.all().first).frame
    let damages = FrameDamage.allCases.map { damage in
      "\(damage.rawValue) \(Self.digest((0..<64).map { damage.apply(to: frame, seed: $0) }))"
    }
    let others = OtherBytes.allCases.map { bytes in
      "\(bytes.rawValue) \(Self.digest((0..<64).map { bytes.make(seed: $0) }))"
    }
    #expect(
      damages
        == [
          "flipped-bits d6ed5e4bffc9e9cb",
          "lost-bytes 22f77c514a334754",
          "inserted-bytes f5fc5ec2707bb174",
          "cut-short 63f0725d8c944089",
          "reserved-bits-set f4f7d1655a72b539",
          "wrong-length 2baaa717ab351de8",
          "wrong-check db21290c429b6a05",
        ])
    #expect(
      others
        == [
          "ubx 1ddb60f286f95400",
          "nmea 78881354875bedf4",
          "http-head e61e7384af9289a5",
          "garbage 914ecb4b21fa3aef",
          "false-preamble 4edb7c4edf94800d",
          "preambles cdcfe3aee0049087",
        ])
  }

  @Test("a seed's stream and its pieces are as recorded")
  func stream() throws {
    let stream = TestStream(mixing: try TestVector.all().map(\.frame), seed: 1)
    #expect(Self.digest([stream.bytes]) == "b8016b9a99702ccf")
    #expect(Self.digest(stream.frames.map(\.bytes)) == "15deceb7a31af35b")
    #expect(Self.digest(stream.chunks(seed: 1, longest: 64)) == "6956395a88138fdb")
  }

  /// Returns the 64-bit FNV-1a hash of pieces, each preceded by its length.
  private static func digest(_ pieces: [[UInt8]]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for piece in pieces {
      for byte in [
        UInt8(truncatingIfNeeded: piece.count >> 8), UInt8(truncatingIfNeeded: piece.count),
      ] + piece {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return String(hash, radix: 16)
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
