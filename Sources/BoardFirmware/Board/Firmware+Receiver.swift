import RTCMParser
import SensorDrivers

extension Firmware where Clock: ~Copyable, Link: ~Copyable, Card: ~Copyable {
  mutating func startReceiver() {
    schedule[.startReceiver] = nil
    do throws(UBloxError) {
      try receiver.start(delay: &clock)
      // The answer comes with one of the next polls; nothing depends on it.
      try receiver.send(UBXFrame(.monVER))
      receiverMonitor.start(at: clock.now)
    } catch {
      let next = receiverMonitor.failToStart(error.description, at: clock.now)
      loseReceiver(because: error.description, tryAgainAt: next)
    }
    publishSensors()
  }

  /// Reads the receiver, then carries to it what corrections have arrived.
  ///
  /// Corrections are taken also while there is no receiver, so that the newest wait for it.
  mutating func poll() {
    if receiverMonitor.isStarted { readReceiver() }
    corrections.receive(at: clock.now)
    if receiverMonitor.isStarted { sendCorrections() }
    reportPosition()
    publishReceiver()
    schedule.repeatActivity(.poll, every: configuration.receiverPollInterval, after: clock.now)
  }

  private mutating func readReceiver() {
    do throws(UBloxError) {
      take(try receiver.poll())
    } catch {
      fail(error)
    }
  }

  private mutating func take(_ updates: UBloxUpdates) {
    let (messages, now) = (receiver.messages, clock.now)
    if let message = messages.usedObservation, updates.contains(.usedObservation) {
      tracker.take(usedObservation: message, at: now)
    }
    if let message = messages.navRelPosNED, updates.contains(.navRelPosNED) {
      tracker.take(message)
    }
    if let text = messages.information, updates.contains(.information) { tracker.take(text) }
    if let version = messages.version, updates.contains(.version) { tracker.identify(version) }
    guard let solution = messages.solution, updates.contains(.solution) else {
      return awaitReceiver()
    }
    tracker.take(solution, at: now)
    receiverMonitor.deliver(at: now)
  }

  /// Gives up a receiver that answers but reports no epochs, as one that has lost its settings.
  private mutating func awaitReceiver() {
    guard let next = receiverMonitor.staySilent("u-blox", at: clock.now) else { return }
    loseReceiver(because: receiverMonitor.status.error, tryAgainAt: next)
  }

  /// Gives the receiver what corrections wait; the driver counts what it could not deliver.
  private mutating func sendCorrections() {
    guard !corrections.waiting.isEmpty else { return }
    let bytes = corrections.takePiece()
    do throws(UBloxError) {
      try receiver.send(corrections: bytes.span)
    } catch {
      fail(error)
    }
  }

  private mutating func fail(_ error: UBloxError) {
    guard let next = receiverMonitor.failToRead(error.description, at: clock.now) else { return }
    loseReceiver(because: error.description, tryAgainAt: next)
  }

  private mutating func loseReceiver(because reason: String?, tryAgainAt next: Duration) {
    tracker.lose(because: reason ?? "the receiver is lost")
    schedule[.startReceiver] = next
  }

  /// Tells the link where the receiver is, once for each epoch.
  private mutating func reportPosition() {
    guard let report = tracker.takeReport() else { return }
    corrections.link.report(position: report, at: clock.now)
  }

  private mutating func publishReceiver() {
    snapshot.gnss = tracker.status
    snapshot.sensors.ublox = receiverMonitor.status
    snapshot.corrections.link = corrections.link.status(at: clock.now)
    snapshot.corrections.bytesReceived = corrections.bytesReceived
    snapshot.corrections.bytesWritten = receiver.correctionBytesWritten
    snapshot.corrections.bytesDropped = corrections.bytesDropped + receiver.correctionBytesLost
    snapshot.corrections.frames = corrections.frames
    snapshot.corrections.badCRC = corrections.scan.badCRC
    snapshot.corrections.frameBytes = corrections.scan.frameBytes
    snapshot.corrections.otherBytes = corrections.scan.otherBytes
  }
}
