import SensorDrivers

extension Firmware where Clock: ~Copyable, Link: ~Copyable, Card: ~Copyable {
  mutating func startBME280() {
    schedule[.startBME280] = nil
    do throws(BME280Error) {
      try bme280.start(delay: &clock)
      bme280Monitor.start(at: clock.now)
    } catch {
      schedule[.startBME280] = bme280Monitor.failToStart(error.description, at: clock.now)
    }
    publishSensors()
  }

  mutating func startCCS811() {
    schedule[.startCCS811] = nil
    do throws(CCS811Error) {
      try ccs811.start(delay: &clock)
      ccs811Monitor.start(at: clock.now)
    } catch {
      schedule[.startCCS811] = ccs811Monitor.failToStart(error.description, at: clock.now)
    }
    publishSensors()
  }

  mutating func startSPS30() {
    schedule[.startSPS30] = nil
    do throws(SPS30Error) {
      try sps30.start(delay: &clock)
      sps30Monitor.start(at: clock.now)
    } catch {
      schedule[.startSPS30] = sps30Monitor.failToStart(error.description, at: clock.now)
    }
    publishSensors()
  }

  /// Shows how the parts are.
  mutating func publishSensors() {
    snapshot.sensors.bme280 = bme280Monitor.status
    snapshot.sensors.ccs811 = ccs811Monitor.status
    snapshot.sensors.sps30 = sps30Monitor.status
    snapshot.sensors.ublox = receiverMonitor.status
  }
}
