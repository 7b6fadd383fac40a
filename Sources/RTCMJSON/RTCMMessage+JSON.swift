public import RTCMParser
internal import RTCMText

extension RTCMMessage {
  /// Creates a message from a JSON object, as `boardsim rtcm decode --json` writes them.
  ///
  /// ```swift
  /// let line = #"{"message":{"message_type":1006,"station_id":7,"ecef_x_metres":4421984.986,…}}"#
  /// let frame = try RTCMMessage(json: Array(line.utf8)).frame()
  /// ```
  /// A field is a value in its unit, `antenna_height_metres`, rounded to the nearest step, or the
  /// integer on the wire, `antenna_height`; a second object `raw` beside `message` may have the
  /// integers of all fields. Counts, masks and reserved bits may be left out. A frame that could not
  /// be decoded has its whole `payload` in hexadecimal; it comes back as
  /// ``/RTCMParser/RTCMMessage/other(type:payload:)``.
  ///
  /// - Parameter json: The UTF-8 text of one object.
  /// - Throws: ``JSONMessageError``, which says where in the object what is wrong.
  public init(json: [UInt8]) throws(JSONMessageError) {
    var names = MemberNames()
    try self.init(json: json, names: &names)
  }

  /// The same with the names that were learnt of messages before.
  init(json: [UInt8], names: inout MemberNames) throws(JSONMessageError) {
    let line = try JSONValue(parsing: json).members ?? .none
    let type = try UInt16(typeOfMessage: line["type"], path: "type")
    let (values, raws) = (line["message"], line["raw"])
    guard values?.members == nil && raws?.members == nil else {
      self = try Self.message(values, raws, type, &names)
      return
    }
    guard let text = line[JSONNames.payload] else { throw JSONMessageError(.noMessage, path: "") }
    let payload = try [UInt8](payload: text, ofType: type, in: "")
    self = .other(type: RTCMFrame.messageType(ofPayload: payload.span) ?? 0, payload: payload)
  }

  private static func message(
    _ values: JSONValue?, _ raws: JSONValue?, _ type: UInt16?, _ names: inout MemberNames
  ) throws(JSONMessageError) -> RTCMMessage {
    var source = try RecordSource(values: values, raws: raws, type: type, names: names)
    defer { names = source.names }
    let message = try RTCMMessage(from: &source)
    try source.finish()
    return message
  }
}

extension UInt16 {
  /// Reads DF002; `nil` where there is none.
  init?(typeOfMessage value: JSONValue?, path: String) throws(JSONMessageError) {
    guard let value else { return nil }
    if case .null = value { return nil }
    guard case .number(let number) = value, let type = UInt16(exactly: number), type < 4096 else {
      throw JSONMessageError(.wrongKind(found: value.kind, wanted: "a number 0...4095"), path: path)
    }
    self = type
  }
}
