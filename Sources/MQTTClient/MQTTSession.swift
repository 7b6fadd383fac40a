#if MQTT
  internal import EventLoop
  internal import Locks
  internal import Mathematics
  internal import MQTTMessages
  internal import NtripProtocol

  /// The connections of one client, one after the other; for the loop's thread.
  final class MQTTSession {
    private enum Course {
      /// The next attempt comes at a time.
      case waiting(until: ContinuousClock.Instant)
      /// An attempt fails at a time unless the broker has answered.
      case connecting(deadline: ContinuousClock.Instant)
      /// The broker has let the client in; what was published came through since a time.
      case connected(since: ContinuousClock.Instant)
    }

    private let client: MQTTClient
    private let base: EventBase
    private var course = Course.waiting(until: .now)
    private var connection: MosquittoConnection?
    private var watch: DescriptorWatch?
    /// The number of attempts, which chooses the address.
    private var attemptCount = 0
    /// The number of failures in a row.
    private var failureCount = 0
    private var random: Xoshiro256
    /// Whether the library is at work, so that its client must not be destroyed.
    private var isWorking = false
    /// The reason for which the connection is to be ended once the library has done its work.
    private var loss: String?
    /// Whether the broker has let the client in, which is to be told once the library has done its work.
    private var isGranted = false
    /// Whether there may be room for more messages once the library has done its work.
    private var hasNews = false
    /// Whether the last look began an attempt.
    private(set) var hasBegun = false

    private var lastCare = ContinuousClock.now
    private var lastFlush = ContinuousClock.now
    /// The time of the next handing over of messages that wait for others to go with them; `nil` for none.
    private(set) var flushTime: ContinuousClock.Instant?

    /// The pause between two looks at whether a sign of life is due.
    private static let carePause = Duration.seconds(1)
    /// The time for a broker to answer.
    private static let patience = Duration.seconds(10)

    init(of client: MQTTClient, on base: EventBase) {
      (self.client, self.base) = (client, base)
      random = Xoshiro256(seed: client.configuration.seed, part: "mqtt")
    }

    var isConnecting: Bool { if case .connecting = course { true } else { false } }
    var isConnected: Bool { if case .connected = course { true } else { false } }

    private var broker: BrokerURL.Broker {
      let brokers = client.configuration.url.brokers
      return brokers[max(attemptCount - 1, 0) % brokers.count]
    }

    // MARK: Time

    /// Does what is due: an attempt, the end of one, signs of life.
    func look(at now: ContinuousClock.Instant, mayConnect: Bool) {
      hasBegun = false
      switch course {
      case .waiting(let time):
        guard now >= time, mayConnect else { return }
        hasBegun = true
        connect(at: now)
      case .connecting(let deadline) where now >= deadline: lose("the broker does not answer")
      case .connecting, .connected:
        if let flushTime, flushTime <= now { flush() }
        guard now - lastCare >= Self.carePause else { return }
        lastCare = now
        care()
      }
    }

    private func connect(at now: ContinuousClock.Instant) {
      attemptCount += 1
      course = .connecting(deadline: now + Self.patience)
      client.state.withLock { $0.phase = .connecting(to: broker.description) }
      let connection = MosquittoConnection(client.configuration) { [unowned self] in happened($0) }
      self.connection = connection
      guard let connection else { return lose("the system has no memory left") }
      if let error = connection.connect(to: broker) { return lose(error) }
      watch = DescriptorWatch(
        connection.descriptor, on: base,
        onReadable: { [unowned self] in work { $0.read() } },
        onWritable: { [unowned self] in work { $0.write() } })
      guard let watch else { return lose("the system has no descriptors left") }
      // A connection that is being made shows by room to write.
      watch.setWriting(true)
    }

    // MARK: The connection

    /// Lets the library work, then does what that has made due, and ends the connection with what went wrong.
    ///
    /// The library must not be called by its own callbacks: publishing there can hang for ever (libmosquitto 2.0.11).
    private func work(_ body: (MosquittoConnection) -> String?) {
      guard let connection, !isWorking else { return }
      isWorking = true
      let error = body(connection)
      isWorking = false
      if let error = error ?? loss { return lose(error) }
      if isGranted { open() }
      if hasNews { flush() }
      follow()
    }

    private func care() { work { $0.care() } }

    /// Watches for room to write where the library has bytes left.
    private func follow() {
      guard let connection, !isWorking else { return }
      guard connection.descriptor >= 0 else { return lose("the broker closed the connection") }
      watch?.setWriting(connection.wantsToWrite || isConnecting && connection.isPending)
    }

    private func happened(_ event: MosquittoConnection.Event) {
      switch event {
      case .granted: isGranted = true
      case .refused(let reason): connection?.noteRefusal(reason)
      case .acknowledged(let packet, let isTaken):
        client.state.withLock { $0.outbox.confirm(packet, isTaken: isTaken) }
        if case .connected(let since) = course, .now - since > .seconds(5) { failureCount = 0 }
        hasNews = true
      case .message(let message): client.handler(.message(message))
      }
    }

    private func open() {
      isGranted = false
      guard let connection else { return }
      course = .connected(since: .now)
      for filter in client.configuration.subscriptions {
        connection.subscribe(filter, .atLeastOnce)
      }
      for filter in client.state.withLock(\.subscriptions) {
        connection.subscribe(filter, .atMostOnce)
      }
      for message in client.configuration.greetings { _ = connection.publish(message) }
      let name = broker.description
      client.state.withLock { state in
        state.phase = .connected(to: name)
        state.connectionCount += 1
      }
      client.handler(.connected(to: name))
      flush()
    }

    private func lose(_ error: String) {
      guard !isWorking else {
        loss = loss ?? error
        return
      }
      (loss, isGranted, hasNews, flushTime) = (nil, false, false, nil)
      let reason = connection?.refusal ?? error
      let isRefusal = connection?.refusal != nil
      watch = nil
      connection = nil
      failureCount += 1
      let delay = delay(isRefusal: isRefusal)
      course = .waiting(until: .now + delay)
      let name = broker.description
      client.state.withLock { state in
        state.outbox.noteLoss()
        state.phase = .waiting(reason: reason)
      }
      client.handler(.lost(broker: name, reason: reason, nextAttempt: delay))
      base.setTimer(.zero)
    }

    /// Returns the time until the next attempt: none as long as there are addresses that have not been tried, then
    /// one that grows.
    private func delay(isRefusal: Bool) -> Duration {
      let count = client.configuration.url.brokers.count
      guard failureCount % count == 0 else { return .zero }
      let cause = isRefusal ? NtripFailure.Cause.wrongCredentials : .closed
      return client.configuration.retry.delay(
        afterFailures: failureCount / count, cause: cause, using: &random) ?? .seconds(60)
    }

    // MARK: Messages

    /// Hands over what waits, now or when the client's pause is over.
    func flushSoon() {
      guard isConnected else { return flush() }
      let time = lastFlush + client.configuration.pause
      if time <= .now { return flush() }
      flushTime = time
      base.setTimer(.zero)
    }

    /// Hands over what waits, as far as the broker follows.
    func flush() {
      client.state.withLock { $0.isTold = false }
      (lastFlush, flushTime) = (.now, nil)
      hasNews = false
      guard isConnected, let connection else { return }
      while let message = client.state.withLock({ $0.outbox.takeNext() }) {
        switch connection.publish(message) {
        case .sent(let packet): client.state.withLock { $0.outbox.noteSent(message, as: packet) }
        case .refused: client.state.withLock { $0.outbox.refuse() }
        case .lost(let error):
          client.state.withLock { $0.outbox.giveBack(message) }
          return lose(error)
        }
      }
      follow()
    }

    /// Begins or ends a subscription, if the broker has let the client in; otherwise the next connection does.
    func setSubscribed(_ isSubscribed: Bool, to filter: String) {
      guard isConnected, let connection else { return }
      if isSubscribed {
        connection.subscribe(filter, .atMostOnce)
      } else {
        connection.unsubscribe(filter)
      }
      follow()
    }

    /// Ends the connection by the protocol.
    func end() {
      connection?.disconnect()
      watch = nil
      connection = nil
      client.state.withLock { $0.phase = .ended }
    }
  }
#endif
