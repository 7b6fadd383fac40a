import SensorDrivers

extension Firmware where Clock: ~Copyable, Link: ~Copyable, Card: ~Copyable {
  /// Reads every sensor that is there, then writes the card.
  ///
  /// The BME280 comes first: the CCS811 compensates with its temperature and humidity.
  mutating func sample() {
    let air = measureAir()
    readGas(in: air)
    readParticulates()
    snapshot.measurement.position = snapshot.gnss.position
    publishSensors()
    cardLog.append(snapshot, at: clock.now)
    snapshot.card = cardLog.status
    schedule.repeatActivity(.sample, every: configuration.sampleInterval, after: clock.now)
  }

  private mutating func measureAir() -> AirReading? {
    guard bme280Monitor.isStarted else { return nil }
    do throws(BME280Error) {
      let reading = try bme280.measure(delay: &clock)
      guard let air = AirReading(reading) else { return nil }
      snapshot.measurement.air = Timed(air, at: clock.now)
      bme280Monitor.deliver(at: clock.now)
      return air
    } catch {
      schedule[.startBME280] = bme280Monitor.failToRead(error.description, at: clock.now)
      return nil
    }
  }

  private mutating func readGas(in air: AirReading?) {
    guard ccs811Monitor.isStarted else { return }
    do throws(CCS811Error) {
      if let air { try ccs811.compensate(for: CCS811Environment(air)) }
      guard let reading = try ccs811.readResult() else {
        return schedule[.startCCS811] = ccs811Monitor.staySilent("CCS811", at: clock.now)
      }
      snapshot.measurement.gas = Timed(GasReading(reading), at: clock.now)
      ccs811Monitor.deliver(at: clock.now)
    } catch {
      schedule[.startCCS811] = ccs811Monitor.failToRead(error.description, at: clock.now)
    }
  }

  private mutating func readParticulates() {
    guard sps30Monitor.isStarted else { return }
    do throws(SPS30Error) {
      guard let reading = try sps30.readSample() else {
        return schedule[.startSPS30] = sps30Monitor.staySilent("SPS30", at: clock.now)
      }
      snapshot.measurement.particulates = Timed(ParticulateReading(reading), at: clock.now)
      sps30Monitor.deliver(at: clock.now)
    } catch {
      schedule[.startSPS30] = sps30Monitor.failToRead(error.description, at: clock.now)
    }
  }
}

extension AirReading {
  /// The same reading, when it has all three quantities.
  fileprivate init?(_ reading: BME280Reading) {
    guard let humidity = reading.humidityPercent, let pressure = reading.pressurePascals else {
      return nil
    }
    self.init(
      temperatureCelsius: reading.temperatureCelsius, humidityPercent: humidity,
      pressurePascals: pressure)
  }
}

extension CCS811Environment {
  fileprivate init(_ air: AirReading) {
    self.init(
      humidityPercent: air.humidityPercent, temperatureCelsius: air.temperatureCelsius)
  }
}

extension GasReading {
  fileprivate init(_ reading: CCS811Reading) {
    self.init(
      eco2PartsPerMillion: Double(reading.eco2PartsPerMillion),
      tvocPartsPerBillion: Double(reading.tvocPartsPerBillion))
  }
}

extension ParticulateReading {
  fileprivate init(_ reading: SPS30Reading) {
    self.init(
      pm1: Double(reading.massPM1), pm25: Double(reading.massPM25), pm4: Double(reading.massPM4),
      pm10: Double(reading.massPM10), pm05Number: Double(reading.numberPM05))
  }
}
