internal import Bytes
internal import RTCMParser
internal import RTCMTestKit
internal import RTCMText
internal import TextOutput

extension VectorSet {
  /// The vectors as a JSON document, with messages as `rtcm decode --json --raw` shows them.
  var json: String {
    get throws {
      var json = JSONWriter()
      try json.object { json in
        try json.array("vectors") { json in
          for vector in vectors { try Self.write(vector, to: &json) }
        }
        json.array("malformed") { json in
          for frame in malformed { Self.write(frame, to: &json) }
        }
        json.array("streams") { json in
          for stream in streams { Self.write(stream, to: &json) }
        }
      }
      return json.text + "\n"
    }
  }

  private static func write(_ vector: TestVector, to json: inout JSONWriter) throws {
    let (value, raw) = (try vector.message.json(), try vector.message.json(.raw))
    json.object { json in
      json.member("name", vector.name)
      json.member("type", vector.type)
      json.member("subtype", vector.message.subtype)
      json.member("title", MessageName.of(vector.message))
      json.member("origin", vector.origin.rawValue)
      json.member("frame", vector.frame.hexadecimal)
      json.member("message") { $0.value(json: Array(value.utf8)) }
      json.member("raw") { $0.value(json: Array(raw.utf8)) }
    }
  }

  private static func write(_ malformed: MalformedFrame, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", malformed.name)
      json.member("type", malformed.error.messageType)
      json.member("frame", malformed.frame.hexadecimal)
      json.member("error") { malformed.error.write(to: &$0) }
    }
  }

  private static func write(_ named: NamedStream, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", named.name)
      json.member("bytes", named.stream.bytes.hexadecimal)
      json.array("frames") { json in
        for frame in named.stream.frames {
          json.object { json in
            json.member("offset", frame.offset)
            json.member("length", frame.bytes.count)
            json.member("type", frame.messageType)
          }
        }
      }
    }
  }
}
