internal import SensorDrivers

/// The observers of a bus' parts: of their output pins, of their loss, and of drivers that misuse them.
struct PartObservers {
  var onMisuse: ((StrictFinding) -> Void)?
  var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)?
  var onAbsence: ((PartAbsence) -> Void)?
}

extension SimulatedI2CBus {
  /// The observer of driver misuse, called when it happens; while it is `nil`, parts do not check for misuse.
  public var onMisuse: ((StrictFinding) -> Void)? {
    get { observers.onMisuse }
    set {
      observers.onMisuse = newValue
      listen()
    }
  }

  /// The observer of changes on parts' output pins, which are named like `ccs811.nint`.
  ///
  /// A change is reported when the part is next advanced, with the board time of the change.
  public var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)? {
    get { observers.onPinChange }
    set {
      observers.onPinChange = newValue
      listen()
    }
  }

  /// The observer of parts from outside that are lost; those lost before are told when it is set.
  public var onAbsence: ((PartAbsence) -> Void)? {
    get { observers.onAbsence }
    set {
      observers.onAbsence = newValue
      listen()
    }
  }

  /// Connects each device with the observers that there are.
  func listen() {
    for (address, name, device, _) in devices {
      device.onPinChange = onPinChange.map { _ in
        { [weak self] in self?.onPinChange?("\(name).\($0)", $1, $2) }
      }
      device.onAbsence = onAbsence.map { _ in { [weak self] in self?.onAbsence?($0) } }
      device.onMisuse = onMisuse.map { _ in
        { [weak self] in self?.report($0, by: address) }
      }
    }
  }

  private func report(_ misuse: DriverMisuse, by address: I2CAddress) {
    onMisuse?(
      StrictFinding(time: clock.now, transfer: totals.transfers, address: address, misuse: misuse))
  }
}
