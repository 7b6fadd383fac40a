internal import Bytes
internal import RTCMParser
internal import RTCMTestKit
internal import RTCMText

extension VectorSet {
  /// The vectors as a header for C99 and C++11.
  var cHeader: String {
    get throws {
      var text = Self.declarations
      for vector in vectors { text += try Self.definition(of: vector) }
      text += Self.table("rtcm_vector", "rtcm_vectors", try vectors.map(Self.row))
      for frame in malformed { text += Self.definition(of: frame) }
      text += Self.table("rtcm_malformed", "rtcm_malformed_frames", malformed.map(Self.row))
      for named in streams { text += Self.definition(of: named) }
      text += Self.table("rtcm_stream", "rtcm_streams", streams.map(Self.row))
      return text + "\n#endif\n"
    }
  }

  private static let declarations = """
    /* RTCM 3 test vectors, made by 'boardsim rtcm vectors --format c'.
     *
     * rtcm_vectors: a frame of each message, and the values that a decoder must read from it.
     * rtcm_malformed_frames: valid frames, whose messages a decoder must refuse without reading behind
     * the payload's end.
     * rtcm_streams: bytes, and the frames that a receiver must find in them, those and no others. Tell
     * the receiver when a stream has ended, or feed it 1029 zero bytes.
     *
     * Only what you include takes flash: '--type 1005 --type 1077' leaves the other types out. Where
     * constants are not in flash by themselves, as on AVR, define RTCM_VECTORS_FLASH as PROGMEM before
     * including this, and read the bytes with pgm_read_byte.
     */
    #ifndef RTCM_VECTORS_H
    #define RTCM_VECTORS_H

    #include <stdint.h>

    #ifndef RTCM_VECTORS_FLASH
    #define RTCM_VECTORS_FLASH
    #endif

    enum { RTCM_UNSIGNED, RTCM_TWOS_COMPLEMENT, RTCM_SIGN_MAGNITUDE };

    /* A field of a message. Of satellites, cells and the like, only the first one's are given. */
    typedef struct {
      uint16_t number;     /* 25 is DF025, 20013 is IDF013; 0 has no number */
      uint16_t bit_offset; /* of its first bit, from the payload's first */
      uint8_t bit_count;
      uint8_t kind;
      uint8_t is_available; /* 0 when the bits say "not available"; the value is 0 then */
      int64_t raw;          /* the number on the wire */
      double value;         /* in the unit that stands behind it */
    } rtcm_field;

    typedef struct {
      const char *name;
      uint16_t type;
      int16_t subtype; /* of 4072 and 4076; -1 for the others */
      const uint8_t *frame;
      uint16_t frame_length;
      const rtcm_field *fields;
      uint16_t field_count;
    } rtcm_vector;

    typedef struct {
      const char *name;
      uint16_t type;
      const uint8_t *frame;
      uint16_t frame_length;
      uint16_t field;      /* the first that is not whole, or that is wrong; 0 has no number */
      uint16_t bit_offset; /* of its first bit, from the payload's first */
    } rtcm_malformed;

    typedef struct {
      uint32_t offset; /* of its 0xD3 in the stream */
      uint16_t length; /* of the frame */
      uint16_t type;
    } rtcm_stream_frame;

    typedef struct {
      const char *name;
      const uint8_t *bytes;
      uint32_t byte_count;
      const rtcm_stream_frame *frames;
      uint16_t frame_count;
    } rtcm_stream;

    """

  // MARK: Frames

  private static func definition(of vector: TestVector) throws -> String {
    let title = MessageName.of(vector.message).map { ": \($0)" } ?? ""
    let name = identifier(vector.name)
    return "\n/* \(vector.name)\(title) */\n"
      + array("uint8_t", "rtcm_frame_\(name)", bytes(vector.frame))
      + array("rtcm_field", "rtcm_fields_\(name)", try mainFields(of: vector).map(row))
  }

  /// Returns the numeric fields; of repeated groups, only those of the first group.
  private static func mainFields(of vector: TestVector) throws -> [WireField] {
    try vector.message.wireFields().filter { !$0.isCharacter && !$0.isRepetition }
  }

  private static func row(_ vector: TestVector) throws -> String {
    let name = identifier(vector.name)
    let subtype = vector.message.subtype.map { "\($0)" } ?? "-1"
    let count = try mainFields(of: vector).count
    return "{\"\(vector.name)\", \(vector.type), \(subtype), rtcm_frame_\(name), "
      + "\(vector.frame.count), rtcm_fields_\(name), \(count)},"
  }

  private static func row(_ wire: WireField) -> String {
    let field = wire.field
    let value = field.value(of: wire.bits)
    let numbers = [
      "\(field.number)", "\(wire.bitOffset)", "\(field.bitCount)", kind(field),
      value == nil ? "0" : "1", literal(field.integer(of: wire.bits)), "\(value ?? 0)",
    ]
    let unit = "\(field.unit.name)"
    return "{\(numbers.joined(separator: ", "))}, /* \(field.name)"
      + (unit.isEmpty ? "" : ", \(unit)") + " */"
  }

  private static func kind(_ field: DataField) -> String {
    switch field.kind {
    case .unsigned: "RTCM_UNSIGNED"
    case .signed: "RTCM_TWOS_COMPLEMENT"
    case .signMagnitude: "RTCM_SIGN_MAGNITUDE"
    }
  }

  /// Returns a C literal of a number; C parses the minus sign of the least number separately from its
  /// digits.
  private static func literal(_ number: Int64) -> String {
    number == .min ? "-INT64_C(\(Int64.max)) - 1" : "INT64_C(\(number))"
  }

  private static func definition(of malformed: MalformedFrame) -> String {
    "\n" + array("uint8_t", "rtcm_frame_\(identifier(malformed.name))", bytes(malformed.frame))
  }

  private static func row(_ malformed: MalformedFrame) -> String {
    let error = malformed.error
    return "{\"\(malformed.name)\", \(error.messageType ?? 0), "
      + "rtcm_frame_\(identifier(malformed.name)), \(malformed.frame.count), \(error.field ?? 0), "
      + "\(error.bitOffset)}, /* \(error.finding) */"
  }

  // MARK: Streams

  private static func definition(of named: NamedStream) -> String {
    let name = identifier(named.name)
    let frames = named.stream.frames.map { frame in
      "{\(frame.offset), \(frame.bytes.count), \(frame.messageType ?? 0)},"
    }
    return "\n" + array("uint8_t", "rtcm_stream_\(name)", bytes(named.stream.bytes))
      // C has no array without elements.
      + array(
        "rtcm_stream_frame", "rtcm_stream_frames_\(name)", frames.isEmpty ? ["{0, 0, 0},"] : frames)
  }

  private static func row(_ named: NamedStream) -> String {
    let name = identifier(named.name)
    return "{\"\(named.name)\", rtcm_stream_\(name), \(named.stream.bytes.count), "
      + "rtcm_stream_frames_\(name), \(named.stream.frames.count)},"
  }

  // MARK: C

  private static func table(_ type: String, _ name: String, _ rows: [String]) -> String {
    "\n" + array(type, name, rows) + "enum { \(name)_count = \(rows.count) };\n"
  }

  private static func array(_ type: String, _ name: String, _ rows: [String]) -> String {
    "static const \(type) \(name)[] RTCM_VECTORS_FLASH = {\n"
      + rows.map { "  \($0)\n" }.joined() + "};\n"
  }

  /// Returns the bytes as lines of sixteen.
  private static func bytes(_ bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: 16).map { start in
      bytes[start...].prefix(16).map { "0x\([$0].hexadecimal)," }.joined(separator: " ")
    }
  }

  private static func identifier(_ name: String) -> String {
    String(name.map { $0 == "-" ? "_" : $0 })
  }
}
