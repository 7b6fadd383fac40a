public import RTCMParser
internal import RTCMText

extension RTCMMessage {
  /// Creates a message from a JSON object in the form of `boardsim rtcm decode --json`.
  ///
  /// ```swift
  /// let line = #"{"message":{"message_type":1006,"station_id":7,"ecef_x_metres":4421984.986,…}}"#
  /// let frame = try RTCMMessage(json: Array(line.utf8)).frame()
  /// ```
  /// A field is given in one of two forms. `antenna_height_metres` is a value in its unit, rounded to the
  /// nearest step; `antenna_height` is the integer on the wire. A second object `raw` beside `message` may
  /// have the integers of all fields. Counts, masks and reserved bits may be left out. A frame that could not
  /// be decoded has its whole `payload` in hexadecimal, and is read as
  /// ``/RTCMParser/RTCMMessage/other(type:payload:)``.
  ///
  /// - Parameter json: The UTF-8 text of one object.
  /// - Throws: ``JSONMessageError``, with the fault and its place in the object.
  public init(json: [UInt8]) throws(JSONMessageError) {
    var names = MemberNames()
    try self.init(json: json, names: &names)
  }

  /// Creates a message from a JSON object, with the member names of earlier messages.
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
  /// Reads the message number, DF002; the result is `nil` if there is none.
  init?(typeOfMessage value: JSONValue?, path: String) throws(JSONMessageError) {
    guard let value else { return nil }
    if case .null = value { return nil }
    guard case .number(let number) = value, let type = UInt16(exactly: number), type < 4096 else {
      throw JSONMessageError(.wrongKind(found: value.kind, wanted: "a number 0...4095"), path: path)
    }
    self = type
  }
}
