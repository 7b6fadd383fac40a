import GNSSBasics
import SensorDrivers

extension Firmware
where Parts: ~Copyable, Clock: ~Copyable, Link: ~Copyable, Card: ~Copyable {
  /// Sets up the part that is due first.
  mutating func startPart() {
    parts.start(&clock)
    publishParts()
  }

  /// Reads every part that is set up, writes a line to the card, and saves the parts' learnt data there.
  mutating func sample() {
    snapshot.samples += 1
    var reading = SensorReading()
    parts.measure(&reading, into: &snapshot.measurement, &clock)
    publishParts()
    if let position = snapshot.gnss.position {
      snapshot.measurement.record(SensorReading(position.value), at: position.time)
    }
    cardLog.append(snapshot, at: clock.now)
    snapshot.card = cardLog.status
    parts.keep(on: &cardLog.card, bootDate: configuration.bootDate, &clock)
    schedule.repeatActivity(.sample, every: configuration.sampleInterval, after: clock.now)
  }

  /// Copies the parts' status into the snapshot, and schedules the next set-up of a part.
  private mutating func publishParts() {
    var index = 0
    parts.show(in: &snapshot.sensors, from: &index)
    schedule[.startPart] = parts.nextStart
  }
}

extension SensorReading {
  /// Creates the receiver's part of a sample: latitude and longitude.
  init(_ position: GeodeticPosition) {
    self = [.latitude: position.latitude, .longitude: position.longitude]
  }
}
