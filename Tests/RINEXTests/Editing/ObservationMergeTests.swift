import RINEX
import RTCMStreams
import Testing

@Suite("Epochs of several files, merged")
struct ObservationMergeTests {
  /// An epoch at a second, with C/A pseudoranges of satellites of GPS.
  private static func epoch(
    _ seconds: Double, _ satellites: [Int: Double], isComplete: Bool = true
  ) -> ObservationEpoch {
    var epoch = ObservationEpoch(
      time: GPSTime(nanoseconds: Int64(seconds * 1e9) + 1_000_000_000_000), stationID: 0)
    for (number, range) in satellites.sorted(by: { $0.key < $1.key }) {
      var observation = SignalObservation(
        constellation: .gps, satelliteNumber: number,
        code: RINEXSignalCode(band: 1, attribute: UInt8(ascii: "C")), signalID: 2,
        carrierFrequency: nil)
      observation.pseudorange = range
      epoch.observations.append(observation)
    }
    epoch.isComplete = isComplete
    return epoch
  }

  private static func all(_ merge: inout ObservationMerge) -> [ObservationEpoch] {
    var epochs: [ObservationEpoch] = []
    while let epoch = merge.next() { epochs.append(epoch) }
    return epochs
  }

  @Test("epochs come in order of time, those of one time as one, the first file's before others")
  func merges() {
    var merge = ObservationMerge(sourceCount: 3)
    #expect(merge.awaitedSource == 0)
    merge.add(Self.epoch(10, [1: 100]), from: 1)
    merge.add(Self.epoch(20, [1: 200, 2: 201]), from: 1)
    merge.add(Self.epoch(20, [2: 999, 3: 300], isComplete: false), from: 2)
    #expect(merge.awaitedSource == 0 && merge.next() == nil)
    // A time to within a microsecond is the same.
    merge.add(Self.epoch(20.0000005, [1: 777]), from: 0)
    #expect(merge.awaitedSource == nil)
    let first = merge.next()
    #expect(first == Self.epoch(10, [1: 100]))
    let second = merge.next()
    #expect(second?.observations.map(\.pseudorange) == [777, 201, 300])
    #expect(second?.isComplete == false && merge.doubles == 2)
    #expect(merge.awaitedSource == 0 && merge.next() == nil)
    for source in 0..<3 { merge.finish(source: source) }
    #expect(merge.awaitedSource == nil && merge.next() == nil && merge.disorders == 0)
  }

  @Test("an epoch that is not later than the one before it in its file is left out and counted")
  func disorder() {
    var merge = ObservationMerge(sourceCount: 2)
    for seconds in [10, 12, 12, 11, 13.0] { merge.add(Self.epoch(seconds, [1: seconds]), from: 0) }
    merge.add(Self.epoch(11.5, [2: 5]), from: 1)
    merge.finish(source: 0)
    merge.finish(source: 1)
    let ranges = Self.all(&merge).map { $0.observations.map(\.pseudorange) }
    #expect(ranges == [[10], [5], [12], [13]])
    #expect(merge.disorders == 2 && merge.doubles == 0)
  }

  @Test("a file that has not ended holds the others back, one that has does not")
  func waits() {
    var merge = ObservationMerge(sourceCount: 2)
    merge.add(Self.epoch(1, [1: 1]), from: 0)
    #expect(merge.awaitedSource == 1 && merge.next() == nil)
    merge.finish(source: 1)
    #expect(merge.awaitedSource == nil)
    let epoch = merge.next()
    #expect(epoch != nil && merge.awaitedSource == 0)
    var none = ObservationMerge(sourceCount: 0)
    let end = none.next()
    #expect(none.awaitedSource == nil && end == nil)
  }
}
