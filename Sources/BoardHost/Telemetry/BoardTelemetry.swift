internal import BoardFirmware
internal import HTTPMessages
internal import HTTPServer
internal import Locks
package import MQTTClient
internal import MQTTMessages
internal import Mathematics
internal import Synchronization
internal import TextOutput

/// The telemetry of a service's boards to an MQTT broker: measurements, status, events, presence and orders.
///
/// Besides the connections for the boards there is one for the process, by which it claims its boards, takes orders
/// and announces the boards to Home Assistant. Nothing is published before the claim has held for a second.
package final class BoardTelemetry: Sendable {
  /// The state of telemetry as a whole.
  package enum Phase: Hashable, Sendable {
    /// The boards are not claimed yet.
    case claiming
    /// The boards are this process's.
    case running
    /// The telemetry has ended: the boards are another process's.
    case failed(String)
  }

  /// The answer of the control port to a request for a board.
  typealias Desk = @Sendable (ServedBoard, HTTPRequest) -> HTTPReply

  private struct State {
    var phase = Phase.claiming
    var claim: TelemetryClaim
    /// Whether a claim waits for objections.
    var isClaimed = false
    /// The number of boards that wait for the broker.
    var waitingCount = 0
  }

  private let options: TelemetryOptions
  private let topics: TelemetryTopics
  private let boards: [ServedBoard]
  private let loop: MQTTLoop
  /// The connection of the process.
  private let control = LateValue<MQTTClient>()
  private let publishers = LateValue<[TelemetryPublisher]>()
  private let desk: Desk
  private let tell: @Sendable (String) -> Void
  private let state: Lock<State>
  private let isEnding = Atomic<Bool>(false)

  /// The time for objections to a claim.
  private static let objectionTime = Duration.seconds(1)
  /// The time without progress after which the end of the telemetry does not wait for the broker any longer.
  ///
  /// A run at full speed ends long before a slow broker has let it in, and nobody sits at it: it waits longer.
  private var endPatience: Duration { options.waits ? .seconds(30) : .seconds(5) }

  /// Connects to the broker.
  ///
  /// - Parameters:
  ///   - options: The settings.
  ///   - boards: The boards of the process, at least one, in their order.
  ///   - seed: The seed of delays.
  ///   - desk: Carries out an order.
  ///   - tell: Called with a sentence at each change of the connection.
  /// - Throws: ``MQTTError`` when the program has no MQTT, or the system no room for it.
  init(
    _ options: TelemetryOptions, of boards: [ServedBoard], seed: UInt64, desk: @escaping Desk,
    tell: @escaping @Sendable (String) -> Void
  ) throws(MQTTError) {
    (self.options, self.boards, self.desk, self.tell) = (options, boards, desk, tell)
    topics = TelemetryTopics(root: options.url.root)
    loop = try MQTTLoop()
    let process = Self.processName()
    state = Lock(State(claim: TelemetryClaim(of: process, Self.numbers(of: boards))))
    makePublishers(process, seed)
    makeControl(process, seed)
    for (board, publisher) in zip(boards, publishers.value ?? []) {
      board.telemetry.fill { [weak self] in self?.described(publisher) }
      publisher.follow()
    }
    control.value?.begin()
  }

  private static func numbers(of boards: [ServedBoard]) -> Range<Int> {
    boards[0].number..<boards[boards.count - 1].number + 1
  }

  private var numbers: Range<Int> { Self.numbers(of: boards) }

  private static func processName() -> String {
    var random = SystemRandomNumberGenerator()
    let text = String(random.next() as UInt64, radix: 36)
    return String(repeating: "0", count: max(13 - text.count, 0)) + text
  }

  // MARK: Connections

  private func configuration(
    _ name: String, will: String, seed: UInt64
  ) -> MQTTClient.Configuration {
    var configuration = MQTTClient.Configuration(options.url, identifier: name)
    configuration.access = options.access
    configuration.seed = seed
    configuration.will = Self.presence(will, isOnline: false)
    configuration.greetings = [Self.presence(will, isOnline: true)]
    return configuration
  }

  private static func presence(_ topic: String, isOnline: Bool) -> MQTTMessage {
    MQTTMessage(
      topic, Array((isOnline ? "online" : "offline").utf8), delivery: .atLeastOnce,
      isRetained: true)
  }

  private func makePublishers(_ process: String, _ seed: UInt64) {
    let isShared = options.clients(of: boards.count) == .process && boards.count > 1
    var shared: MQTTClient?
    if isShared {
      var configuration = configuration(
        "bs-\(process)-all", will: topics.process(numbers), seed: seed)
      configuration.capacity = 10_000
      // What many boards tell at nearly one time goes out together.
      configuration.pause = .milliseconds(10)
      shared = MQTTClient(configuration, on: loop)
    }
    publishers.fill(
      boards.map { board in
        let client = shared ?? client(of: board, process, seed)
        return TelemetryPublisher(
          board, client, options, topics, isOwn: shared == nil,
          whileFull: { [weak self] hasRoom in self?.wait(until: hasRoom) })
      })
  }

  private func client(of board: ServedBoard, _ process: String, _ seed: UInt64) -> MQTTClient {
    var configuration = configuration(
      "bs-\(process)-\(board.number)", will: topics.board(board.number, "online"),
      seed: seed &+ UInt64(board.number))
    configuration.capacity = 1000
    return MQTTClient(configuration, on: loop)
  }

  private func makeControl(_ process: String, _ seed: UInt64) {
    var configuration = MQTTClient.Configuration(options.url, identifier: "bs-\(process)")
    configuration.access = options.access
    configuration.seed = seed
    configuration.subscriptions = [topics.claims, topics.claim(of: process)]
    if options.takesOrders { configuration.subscriptions.append(topics.orders) }
    if options.announcesToHomeAssistant {
      configuration.subscriptions.append(HomeAssistant.birthTopic)
    }
    control.fill(
      MQTTClient(configuration, on: loop) { [weak self] event in self?.happened(event) })
  }

  private func happened(_ event: MQTTClient.Event) {
    if let sentence = event.sentence(of: "telemetry") { tell(sentence) }
    switch event {
    case .connected: claim()
    case .lost: break
    case .message(let message): take(message)
    }
  }

  // MARK: The claim

  private func claim() {
    let (message, isNew) = state.withLock { state in
      defer { state.isClaimed = true }
      return (state.claim.message, !state.isClaimed)
    }
    control.value?.publish(MQTTMessage(topics.claims, message, delivery: .atLeastOnce))
    guard isNew else { return }
    Task { [weak self] in
      try? await Task.sleep(for: Self.objectionTime)
      self?.beginPublishing()
    }
  }

  private func beginPublishing() {
    let isGranted = state.withLock { state in
      guard state.phase == .claiming else { return false }
      state.phase = .running
      state.claim.grant()
      return true
    }
    guard isGranted else { return }
    var begun: Set<ObjectIdentifier> = []
    for publisher in publishers.value ?? [] {
      if begun.insert(ObjectIdentifier(publisher.client)).inserted { publisher.client.begin() }
      if !publisher.isOwn { publisher.client.publish(online(publisher, true)) }
    }
    announce()
  }

  private func online(_ publisher: TelemetryPublisher, _ isOnline: Bool) -> MQTTMessage {
    Self.presence(topics.board(publisher.board.number, "online"), isOnline: isOnline)
  }

  private func take(_ message: MQTTMessage) {
    let isOwn = state.withLock { message.topic == topics.claim(of: $0.claim.process) }
    if isOwn {
      surrender()
    } else if message.topic == topics.claims {
      react(to: message)
    } else if options.announcesToHomeAssistant, message.topic == HomeAssistant.birthTopic {
      if message.payload == HomeAssistant.birth { announce() }
    } else if options.takesOrders, !message.isRetained {
      obey(message)
    }
  }

  private func react(to message: MQTTMessage) {
    let found = state.withLock { ($0.claim.reaction(to: message.payload), $0.claim.message) }
    guard let (claimant, reaction) = found.0 else { return }
    switch reaction {
    case .none: break
    case .objection:
      control.value?.publish(
        MQTTMessage(topics.claim(of: claimant), found.1, delivery: .atLeastOnce))
    case .surrender: surrender()
    }
  }

  private func surrender() {
    state.withLock { state in
      state.phase = .failed(
        "another process publishes boards \(numbers.lowerBound) to \(numbers.upperBound - 1) below "
          + "'\(topics.root)', or some of them; give this one another root, or another --shard")
    }
    isEnding.store(true, ordering: .releasing)
  }

  // MARK: Orders

  private func obey(_ message: MQTTMessage) {
    guard let number = topics.board(ofOrders: message.topic),
      let board = boards.first(where: { $0.number == number })
    else { return }
    do throws(TelemetryOrder.Refusal) {
      let order = try TelemetryOrder(message.payload)
      answer(order.id, of: number, desk(board, order.request))
    } catch {
      send(TelemetryOrder.answer(error), asAnswerOf: number)
    }
  }

  private func answer(_ id: String?, of number: Int, _ reply: HTTPReply) {
    switch reply {
    case .now(let response):
      let content = response.content
      send(
        TelemetryOrder.answer(id, status: content.status, body: content.body),
        asAnswerOf: number)
    case .later(let begin): begin { [weak self] reply in self?.answer(id, of: number, reply) }
    case .delayed(let reply, by: _): answer(id, of: number, reply)
    case .stream, .cut, .raw, .end, .reset:
      let refusal = TelemetryOrder.Refusal(
        id: id, message: "a stream has no answer by MQTT; ask for it at the control port")
      send(TelemetryOrder.answer(refusal, status: 406), asAnswerOf: number)
    }
  }

  private func send(_ answer: [UInt8], asAnswerOf number: Int) {
    control.value?.publish(
      MQTTMessage(topics.board(number, "answers"), answer, delivery: .atLeastOnce))
  }

  // MARK: Home Assistant

  private func announce() {
    guard options.announcesToHomeAssistant, phase == .running, let control = control.value else {
      return
    }
    let isShared = publishers.value?.first?.isOwn == false
    let seconds = max(options.interval ?? .zero, boards[0].runner.state.snapshot.staleAfter)
    let announcer = HomeAssistant(
      topics: topics, availability: isShared ? [topics.process(numbers)] : [],
      expiry: Int((seconds * 3).inSeconds.rounded(.up)))
    for board in boards {
      control.publish(
        MQTTMessage(
          announcer.topic(of: board.number), announcer.announcement(of: board.number),
          delivery: .atLeastOnce, isRetained: true))
    }
  }

  // MARK: State

  /// The state of telemetry as a whole.
  package var phase: Phase { state.withLock(\.phase) }

  /// The reason why the telemetry has ended; `nil` while it has not.
  package var failure: String? { if case .failed(let reason) = phase { reason } else { nil } }

  /// The number of boards that wait until the broker follows.
  package var waitingBoardCount: Int { state.withLock(\.waitingCount) }

  /// Lets a board's thread wait until there is room; returns at once when the telemetry ends.
  private func wait(until hasRoom: () -> Bool) {
    state.withLock { $0.waitingCount += 1 }
    defer { state.withLock { $0.waitingCount -= 1 } }
    while !hasRoom(), !isEnding.load(ordering: .acquiring) { pause(.milliseconds(1)) }
  }

  private func described(_ publisher: TelemetryPublisher) -> Described {
    TelemetryStatus(
      phase: phase, connection: publisher.client.phase, counts: publisher.client.counts,
      isWaiting: waitingBoardCount > 0
    ).described
  }

  /// The sums of all connections' messages.
  package var counts: MQTTClient.Counts {
    var sum = MQTTClient.Counts()
    var seen: Set<ObjectIdentifier> = []
    for publisher in publishers.value ?? [] {
      if seen.insert(ObjectIdentifier(publisher.client)).inserted { sum += publisher.client.counts }
    }
    return sum
  }

  // MARK: The end

  /// Lets no board wait for the broker any longer; call it before the boards are stopped.
  func stopWaiting() { isEnding.store(true, ordering: .releasing) }

  /// Ends the telemetry once the boards have ended: publishes what waits and that the boards are offline.
  ///
  /// Waits as long as the broker takes messages.
  func finish() {
    let deadline = ContinuousClock.now + endPatience
    while phase == .claiming, ContinuousClock.now < deadline { pause(.milliseconds(5)) }
    if phase == .running {
      // What is left of a run at full speed counts: nobody drops it.
      waitForBroker()
      for publisher in publishers.value ?? [] { publisher.client.publish(online(publisher, false)) }
      if let first = publishers.value?.first, !first.isOwn {
        first.client.publish(Self.presence(topics.process(numbers), isOnline: false))
      }
      waitForBroker()
    }
    let left = counts.waiting
    if left > 0 {
      tell("telemetry: \(left) messages were not published: the broker did not take them in time")
    }
    isEnding.store(true, ordering: .releasing)
    loop.stop()
  }

  /// Lets the calling thread rest.
  private func pause(_ time: Duration) { _ = Countdown(from: 1).wait(atMost: time) }

  private func waitForBroker() {
    var left = counts.waiting
    var deadline = ContinuousClock.now + endPatience
    while left > 0, ContinuousClock.now < deadline, phase == .running {
      pause(.milliseconds(5))
      let now = counts.waiting
      if now < left { deadline = .now + endPatience }
      left = now
    }
  }
}
