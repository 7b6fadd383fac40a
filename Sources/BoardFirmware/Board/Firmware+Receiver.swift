import RTCMParser
import SensorDrivers

extension Firmware
where Parts: ~Copyable, Clock: ~Copyable, Link: ~Copyable, Card: ~Copyable {
  mutating func startReceiver() {
    receiver.start(&clock)
    showReceiver()
  }

  /// Reads the receiver, then sends it the corrections that have arrived.
  ///
  /// Corrections are received even without a working receiver, so that the newest ones wait for it. The
  /// called functions are inlined: in unspecialised code each separate function would look up the types
  /// of slot, driver and pipe at run time, ten times a second.
  mutating func poll() {
    let updates = receiver.use(&clock) { receiver throws(UBloxError) in try receiver.poll() }
    if let updates { apply(updates) }
    corrections.receive(at: clock.now)
    sendCorrections()
    showLoss()
    reportPosition()
    publishReceiver()
    schedule.repeatActivity(.poll, every: configuration.receiverPollInterval, after: clock.now)
  }

  @inline(__always)
  private mutating func apply(_ updates: UBloxUpdates) {
    let (messages, now) = (receiver.part.messages, clock.now)
    if let message = messages.usedObservation, updates.contains(.usedObservation) {
      tracker.recordUse(of: message, at: now)
    }
    if let message = messages.navRelPosNED, updates.contains(.navRelPosNED) {
      tracker.update(with: message, at: now)
    }
    if let text = messages.information, updates.contains(.information) {
      tracker.update(with: text)
    }
    if let version = messages.version, updates.contains(.version) { tracker.identify(version) }
    // A receiver that answers but reports no epochs has lost its settings.
    guard let solution = messages.solution, updates.contains(.solution) else {
      return receiver.staySilent(at: now)
    }
    tracker.update(with: solution, at: now)
    receiver.deliver(at: now)
  }

  /// Sends one piece of the waiting corrections to the receiver; the driver counts undelivered bytes.
  @inline(__always)
  private mutating func sendCorrections() {
    guard receiver.isStarted, !corrections.waiting.isEmpty else { return }
    let bytes = corrections.takePiece()
    _ = receiver.use(&clock) { receiver throws(UBloxError) in
      try receiver.send(corrections: bytes.span)
    }
  }

  /// Sets the status to no fix once the receiver has been given up.
  @inline(__always)
  private mutating func showLoss() {
    guard !receiver.isStarted else { return }
    tracker.lose(because: receiver.status.error ?? "the receiver is being set up")
  }

  /// Reports the receiver's position to the link, once for each epoch.
  @inline(__always)
  private mutating func reportPosition() {
    guard let report = tracker.takeReport() else { return }
    corrections.link.report(position: report, at: clock.now)
  }

  @inline(__always)
  private mutating func publishReceiver() {
    showReceiver()
    snapshot.gnss = tracker.status
    snapshot.corrections.link = corrections.link.status(at: clock.now)
    snapshot.corrections.bytesReceived = corrections.bytesReceived
    snapshot.corrections.bytesWritten = receiver.part.correctionBytesWritten
    snapshot.corrections.bytesDropped = corrections.bytesDropped + receiver.part.correctionBytesLost
    snapshot.corrections.frames = corrections.frames
    snapshot.corrections.badCRC = corrections.scan.badCRC
    snapshot.corrections.frameBytes = corrections.scan.frameBytes
    snapshot.corrections.otherBytes = corrections.scan.otherBytes
  }

  /// Copies the receiver's status into the snapshot, and schedules the receiver's next set-up.
  @inline(__always)
  private mutating func showReceiver() {
    snapshot.sensors.receiver = receiver.status
    schedule[.startReceiver] = receiver.nextStart
  }
}
