internal import Mathematics

// MARK: Modes

extension BME280Model {
  func apply(config value: UInt8) {
    if BME280Settings.filterCoefficient(config: value)
      != BME280Settings.filterCoefficient(config: config)
    {
      filters = (BME280Filter(), BME280Filter())
    }
    config = value
  }

  /// Starts the conversion that ctrl_meas requests, at the end of a running conversion.
  func apply(control value: UInt8) {
    latchedHumidityControl = humidityControl
    if let conversion, conversion.start <= now {
      pendingControl = value
    } else {
      begin(control: value, at: now)
    }
  }

  private func begin(control value: UInt8, at time: Duration) {
    control = value
    let settings = BME280Settings(control: value, humidityControl: latchedHumidityControl)
    conversion = settings.mode == .sleep ? nil : BME280Conversion(settings: settings, start: time)
  }
}

// MARK: Conversions

extension BME280Model {
  /// Carries out the conversions that end by `now`, in order.
  public func advance(to now: Duration) {
    while let current = conversion, current.end <= now, !defects.contains(.notReady) {
      scheduleNext(after: current)
      // Without a filter, a conversion that is followed by another leaves no trace.
      let isLast = conversion.map { $0.end > now } ?? true
      finish(current, isNeeded: isLast || current.settings.mode == .forced || isFiltering)
    }
    self.now = max(self.now, now)
  }

  private var isFiltering: Bool { BME280Settings.filterCoefficient(config: config) > 1 }

  private func scheduleNext(after current: BME280Conversion) {
    if let pending = pendingControl {
      pendingControl = nil
      begin(control: pending, at: current.end)
    } else if current.settings.mode == .normal {
      let start = current.end + BME280Settings.standby(config: config)
      conversion = BME280Conversion(settings: current.settings, start: start)
    } else {
      control &= 0xFC
      conversion = nil
    }
  }

  /// Draws the noise of a conversion and, if the result is needed, fills the data registers.
  private func finish(_ conversion: BME280Conversion, isNeeded: Bool) {
    let noise = (chance.bell(), chance.bell(), chance.bell())
    reads.finish(conversion.settings)
    guard isNeeded else { return }
    let settings = conversion.settings
    guard !defects.contains(.saturated) else {
      data = .saturated(settings)
      return
    }
    var air = sensed(at: conversion.end)
    if !realism.isIdeal {
      air.temperature += noise.0 * settings.temperature.temperatureNoise + tolerance.temperature
      air.pressure += noise.1 * settings.pressure.pressureNoise + tolerance.pressure
      air.humidity += noise.2 * settings.humidity.humidityNoise + tolerance.humidity
    }
    convert(air, by: settings)
  }

  /// Returns the air at the sensing elements, including humidity lag and drift.
  private func sensed(at time: Duration) -> WorldState {
    var air = world.state(at: time)
    air.humidity = BME280HumidityResponse.humidity(at: time, now: air.humidity, in: world)
    if let drift = defects.drift {
      let factor = drift.factor(at: time)
      air.temperature *= factor
      air.pressure *= factor
      air.humidity *= factor
    }
    return air
  }

  private func convert(_ air: WorldState, by settings: BME280Settings) {
    let coefficient = BME280Settings.filterCoefficient(config: config)
    func bits(_ oversampling: Oversampling) -> Int {
      coefficient > 1 ? 20 : oversampling.unfilteredBits
    }
    let temperature = silicon.rawTemperature(
      air.temperature, bits: settings.temperature.isSkipped ? 20 : bits(settings.temperature))
    let fine = silicon.fineTemperature(raw: Int64(temperature))
    data = BME280Data()
    if !settings.temperature.isSkipped {
      data.temperature = filters.temperature.filter(temperature, coefficient: coefficient)
    }
    if !settings.pressure.isSkipped {
      let raw = silicon.rawPressure(
        air.pressure, fineTemperature: fine, bits: bits(settings.pressure))
      data.pressure = filters.pressure.filter(raw, coefficient: coefficient)
    }
    if !settings.humidity.isSkipped {
      data.humidity = silicon.rawHumidity(air.humidity, fineTemperature: fine)
    }
  }
}
