internal import GNSSBasics
internal import Mathematics
internal import SensorDrivers

// MARK: A second antenna

extension UBloxReceiverModel {
  /// Returns the seed of the second antenna's receiver, which has noise, clock and slips of its own.
  static func seed(ofSecondAntenna seed: UInt64) -> UInt64 {
    var generator = Xoshiro256(seed: seed, part: "receiver.second-antenna")
    return generator.next()
  }

  /// The rate of the line between the two receivers, bits per second, as u-blox' manual of moving bases has it.
  private static let linkBaud: UInt64 = 460_800

  /// Sets the receiver up as a base that moves, which sends its corrections on UART2; the settings are in its flash.
  func becomeMovingBase() {
    let messages = RTCMOutput.all.filter {
      [RTCMOutput.movingBase, 1077, 1087, 1097, 1127, 1230].contains($0.messageType)
    }
    store(messages.map { UBXConfigurationItem($0.rate.on(.uart2), 1) })
    connectLink()
  }

  /// Sets the receiver up for the line from a base that moves.
  func listenToMovingBase() { store([]) }

  private func store(_ items: [UBXConfigurationItem]) {
    let rate = UBXConfigurationItem(UARTKeys.uart2.baudRate, Self.linkBaud)
    _ = responder.configuration.set(items + [rate], in: [.ram, .flash])
  }

  /// Connects the line from UART2 of a base that moves.
  func connectLink() {
    link = UARTPort(UARTFormat(responder.configuration, of: .uart2), since: now)
    departedOnLink = []
  }

  /// Sends a message on UART2.
  func sendOnLink(_ message: [UInt8], at time: Duration) {
    departOnLink(by: time)
    link?.send(message, at: time)
  }

  /// Notes the bytes that have left UART2 by a board time.
  func departOnLink(by time: Duration) { departedOnLink += link?.takeSent(by: time) ?? [] }

  /// Takes what the second antenna's receiver has sent by a board time; a receiver that starts, or whose port is switched
  /// off, loses it.
  func receiveFromMovingBase(by time: Duration) {
    guard let movingBase else { return }
    while movingBase.nextDeed <= time {
      let moment = max(movingBase.nextDeed, movingBase.now)
      let format = UARTFormat(responder.configuration, of: .uart2)
      movingBase.link?.hostBaud = format.baud
      movingBase.advance(to: moment)
      let bytes = movingBase.departedOnLink
      movingBase.departedOnLink = []
      guard !bytes.isEmpty else { continue }
      now = max(now, moment)
      guard now >= ready, responder.configuration.isOn(UARTKeys.uart2.enabled) else { continue }
      release(upTo: moment)
      receive(bytes.span, on: .uart2)
    }
    // Nothing is due in between, so that both have the same time.
    movingBase.advance(to: time)
  }

  /// Notes that the second antenna's receiver has got input of its own.
  func noteInputOfMovingBase() { nextDeed = .zero }

  /// Gives the second antenna's receiver the rates of this one, whenever these change: vectors need epochs of the same
  /// times.
  func passOnRates() {
    let rates: [UBXConfigurationKey] = [.measurementPeriod, .navigationRate]
    let items = rates.map { UBXConfigurationItem($0, responder.configuration[$0]) }
    guard let movingBase, ratesPassedOn != items else { return }
    ratesPassedOn = items
    _ = movingBase.responder.configuration.set(items)
    movingBase.applyConfiguration()
  }

  /// Passes corrections on to the second antenna's receiver, so that it is under the same sky.
  func passOn(_ corrections: Span<UInt8>) {
    guard let movingBase else { return }
    receiveFromMovingBase(by: now)
    movingBase.advance(to: now)
    movingBase.receiveCorrections(corrections, on: .i2c, isCounted: true)
  }

  /// The heading at the last epoch whose vector is known, degrees from north, with its standard deviation, the length of
  /// the vector in metres, and the board time of the epoch; `nil` without a base that moves, and while its vector tells no
  /// direction.
  package var heading: (degrees: Double, deviation: Double, length: Double, epoch: Duration)? {
    guard let (vector, epoch) = lastVector, vector.hasHeading else { return nil }
    return (vector.heading, vector.headingDeviation, vector.vector.length, epoch)
  }
}
