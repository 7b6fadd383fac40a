import SensorDrivers
import TestSupport
import Testing
import UBloxRaw

@Suite("Another reader of raw measurements")
struct ForeignReaderTests {
  /// The fields of a message in pyubx2's output.
  private typealias Fields = [Substring: Substring]

  /// Returns the messages of a stream, with names and fields.
  private func messages(in stream: [UInt8]) throws -> [(name: Substring, fields: Fields)] {
    let folder = try TemporaryFolder()
    return try ForeignDrivers.messages(in: stream, scratch: folder.url).map { line in
      let words = line.split(separator: " ")
      let fields = words.dropFirst().map { word in
        let equals = word.firstIndex(of: "=") ?? word.endIndex
        return (word[..<equals], word[equals...].dropFirst())
      }
      return (words[0], Dictionary(fields, uniquingKeysWith: { first, _ in first }))
    }
  }

  @Test("pyubx2 reads every frame, and the values in it", .compares(with: .captures, .drivers))
  func readsAll() throws {
    let stream = try WrittenStream(count: 3, broadcast: NavigationBroadcast())
    var (scanner, ours) = (UBXScanner(maximumPayload: RxmRAWX.greatestLength), [UBXFrame]())
    scanner.consume(stream.bytes.span) { messageID, payload in
      ours.append(UBXFrame(messageID, payload: [UInt8](payload)))
    }
    let theirs = try messages(in: stream.bytes)
    try #require(theirs.count == ours.count)
    #expect(ours.count > 500)
    for (frame, message) in zip(ours, theirs) {
      if frame.messageID == .rxmRAWX {
        try check(try RxmRAWX(decoding: frame.payload.span), is: message.fields)
      } else {
        try check(try RxmSFRBX(decoding: frame.payload.span), is: message.fields)
      }
      #expect(frame.messageID.name?.dropFirst(4) == message.name)
    }
  }

  private func check(_ message: RxmSFRBX, is fields: Fields) throws {
    #expect(fields["gnssId"] == "\(message.signal.gnssID)")
    #expect(fields["svId"] == "\(message.signal.satelliteID)")
    #expect(fields["sigId"] == "\(message.signal.signalID)")
    #expect(fields["freqId"] == "\(message.frequencyIndicator)")
    #expect(fields["numWords"] == "\(message.words.count)")
    #expect(fields["chn"] == "\(message.channel)")
    for (index, word) in message.words.enumerated() {
      #expect(fields["dwrd_" + Self.number(index)] == "\(word)")
    }
  }

  private func check(_ message: RxmRAWX, is fields: Fields) throws {
    #expect(fields["rcvTow"].flatMap { Double($0) } == message.timeOfWeek)
    #expect(fields["week"] == "\(message.week)")
    #expect(fields["leapS"] == "\(message.leapSeconds)")
    #expect((fields["leapSec"], fields["clkReset"]) == ("1", "0"))
    #expect(fields["numMeas"] == "\(message.measurements.count)")
    for (index, measurement) in message.measurements.enumerated() {
      func field(_ name: String) -> Substring? { fields[name + "_" + Self.number(index)] }
      #expect(field("prMes").flatMap { Double($0) } == measurement.pseudorange)
      #expect(field("cpMes").flatMap { Double($0) } == measurement.carrierPhase)
      #expect(field("doMes").flatMap { Double($0) } == Double(measurement.doppler))
      let signal = measurement.signal
      #expect(field("gnssId") == "\(signal.gnssID)")
      #expect(field("svId") == "\(signal.satelliteID)")
      #expect(field("sigId") == "\(signal.signalID)")
      #expect(field("freqId") == "\(measurement.frequencyIndicator)")
      #expect(field("locktime") == "\(measurement.lockTimeMilliseconds)")
      #expect(field("cno") == "\(measurement.cnr)")
      #expect(field("prStd") == "\(measurement.pseudorangeDeviationIndex)")
      #expect(field("cpStd") == "\(measurement.carrierPhaseDeviationIndex)")
      #expect(field("doStd") == "\(measurement.dopplerDeviationIndex)")
      let status = ["prValid", "cpValid", "halfCyc", "subHalfCyc"].map { field($0) == "1" }
      #expect(
        status == [
          measurement.status.contains(.pseudorangeValid),
          measurement.status.contains(.carrierPhaseValid),
          measurement.status.contains(.halfCycleResolved),
          measurement.status.contains(.halfCycleSubtracted),
        ])
    }
  }

  /// Returns the number of an element as pyubx2 appends it, from `01` on.
  private static func number(_ index: Int) -> String {
    index < 9 ? "0\(index + 1)" : "\(index + 1)"
  }
}
