internal import GNSSBasics
internal import Locks
internal import MQTTClient
internal import MQTTMessages
internal import NtripMemory
internal import NtripProtocol
internal import Platform
internal import Synchronization

/// A caster's part in a cluster: it tells the others of its streams, follows theirs, and fetches those that its readers
/// want.
///
/// Streams travel as numbered slices of whole frames, and only to casters that have readers for them.
final class ClusterDesk: Sendable {
  /// The course of a node.
  enum Phase: Hashable {
    /// The node listens whether another one has its name.
    case joining
    /// The node takes part.
    case member
    /// The node has left for a reason.
    case failed(String)
  }

  /// The state of the cluster as this node knows it.
  struct Report: Sendable {
    var phase = Phase.joining
    var connection = MQTTClient.Phase.idle
    var counts = MQTTClient.Counts()
    var table: ClusterTable
    var now = Duration.zero
    /// The counts of the streams from other nodes, by mountpoint, also of those without readers now.
    var feeds: [String: ClusterFeed.Counts] = [:]
    /// The mountpoints that other nodes get from here.
    var exports: Set<String> = []
  }

  private struct State {
    var phase = Phase.joining
    /// The time at which the node is a member unless another one objects; `nil` before the first connection.
    var joinTime: Duration?
    var table: ClusterTable
    var feeds: [String: ClusterFeed] = [:]
    var feedCounts: [String: ClusterFeed.Counts] = [:]
    /// The times at which unread subscriptions end.
    var ends: [String: Duration] = [:]
    var hearsPositions = false
    var tellNumber = 0
    /// The time of the last message about itself; `nil` before the first.
    var lastTell: Duration?
    /// The streams that the node had and wanted then, without ages.
    var toldMounts: [ClusterTell.Mount] = []
    var toldWants: [String: String] = [:]
    /// Whether the table is to be told as soon as may be: it has changed, or somebody asks.
    var isAsked = false

    /// Settles with another process of the node's name which of both stays.
    ///
    /// A newcomer leaves. Of two that joined without hearing of each other, that of the lesser run stays.
    mutating func settle(with other: ClusterTell, of node: String) {
      if phase == .member, run < other.run {
        // The other one leaves when it hears of this one.
        isAsked = true
      } else {
        phase = .failed(
          "another caster of the cluster is node '\(node)'; give this one another --node")
      }
    }

    private var run: UInt64 { table.run }

    /// The time of the next message about itself; `nil` for now.
    var nextTell: Duration? {
      lastTell.map { time in
        guard isAsked else { return time + ClusterDesk.tellPause }
        // A long table is told less often.
        let rows = max(toldMounts.count, toldWants.count)
        return time + ClusterDesk.shortestPause * (1 + rows / ClusterTell.rowLimit)
      }
    }
  }

  /// The streams that other nodes want of this one.
  private struct Exports {
    var mountpoints: Set<String> = []
    /// The number of the next slice of each mountpoint that was ever wanted.
    var sliceNumbers: [String: UInt64] = [:]
  }

  /// The thread's knowledge from its last look at the caster and the table.
  private struct View {
    var tableVersion = -1
    var supplyCount = -1
    var streams: [String: NeighbourStream] = [:]
    var mounts: [ClusterTell.Mount] = []
  }

  /// The parts of the caster that the desk uses.
  struct Caster: Sendable {
    let caster: SharedCaster
    let exports: ExportDesk
    let clock: CasterClock
    /// Makes the mountpoint of another caster's stream.
    let make: @Sendable (NeighbourStream) -> Mountpoint
    /// Takes a reader's position at another caster for a mountpoint of this one.
    let report: @Sendable (GGASentence, _ mountpoint: String) -> Void
    /// Called with a sentence at each change of the connection.
    let tell: @Sendable (String) -> Void
  }

  /// The time between two messages about itself, and the shortest one.
  fileprivate static let tellPause = Duration.seconds(5)
  fileprivate static let shortestPause = Duration.milliseconds(100)
  /// The shortest time between two looks at the caster.
  private static let restTime = Duration.milliseconds(5)
  /// The time for another node of the name to object.
  private static let objectionTime = Duration.seconds(1)
  /// The time for which a subscription outlives its last reader.
  static let linger = Duration.seconds(10)

  let options: ClusterOptions
  private let topics: ClusterTopics
  private let run: UInt64
  private let parts: Caster
  private let client: MQTTClient
  private let state: Lock<State>
  private let exports = Lock(Exports())
  private let waker: Waker
  /// A waker that nobody wakes, for pauses.
  private let rest = Waker()
  private let isStopped = Atomic<Bool>(false)
  private let thread = Lock<BackgroundThread?>(nil)

  /// Joins a cluster.
  ///
  /// - Parameters:
  ///   - options: The broker and the node's name.
  ///   - brokers: The thread of clients.
  ///   - parts: The caster.
  /// - Throws: ``MQTTError`` when the program has no MQTT.
  init(
    _ options: ClusterOptions, by brokers: BrokerThread, _ parts: Caster
  ) throws(MQTTError) {
    (self.options, self.parts) = (options, parts)
    topics = ClusterTopics(root: options.broker.root)
    run = UInt64.random(in: 0 ... .max)
    state = Lock(State(table: ClusterTable(of: options.node, run: run)))
    waker = Waker()
    let end = Self.end(of: options, run, at: topics)
    let topics = topics
    let handler = LateValue<@Sendable (MQTTClient.Event) -> Void>()
    client = try brokers.client(
      of: options.broker, for: "node",
      { configuration in
        configuration.will = end
        configuration.subscriptions = topics.filters
        configuration.greetings = [
          MQTTMessage(topics.name(of: .hello), Array(options.node.utf8), delivery: .atLeastOnce)
        ]
      }, handler: { handler.value?($0) })
    handler.fill { [weak self] in self?.happened($0) }
    parts.caster.onSupplyChange { [waker] in waker.wake() }
    client.begin()
    let thread = BackgroundThread { [weak self] in self?.work() }
    self.thread.withLock { $0 = thread }
  }

  /// Returns the message that tells the others of a node's end.
  private static func end(
    of options: ClusterOptions, _ run: UInt64, at topics: ClusterTopics
  ) -> MQTTMessage {
    var end = ClusterTell(run: run)
    end.isGone = true
    // It has no rows, and so no dates.
    return MQTTMessage(
      topics.name(of: .node(options.node)),
      end.message(of: options.node, at: UnixTime(seconds: 0)), delivery: .atLeastOnce)
  }

  private var now: Duration { parts.clock.elapsed }

  // MARK: What the broker tells

  private func happened(_ event: MQTTClient.Event) {
    if let sentence = event.sentence(of: "cluster") { parts.tell(sentence) }
    switch event {
    case .connected:
      state.withLock { state in
        state.joinTime = state.joinTime ?? now + Self.objectionTime
        state.isAsked = true
      }
      waker.wake()
    case .lost: break
    case .message(let message): take(message)
    }
  }

  private func take(_ message: MQTTMessage) {
    // What a broker has kept is of the past.
    guard !message.isRetained else { return }
    switch topics.topic(named: message.topic) {
    case nil: break
    case .data(let mountpoint): forward(message.payload, to: mountpoint)
    case .node(let node): hear(message.payload, of: node)
    case .hello:
      guard message.payload != Array(options.node.utf8) || isMember else { return }
      state.withLock { $0.isAsked = true }
      waker.wake()
    case .position(let mountpoint):
      guard let position = GGASentence(decoding: message.payload.span) else { return }
      parts.report(position, mountpoint)
    }
  }

  private var isMember: Bool { state.withLock { $0.phase == .member } }

  private func hear(_ message: [UInt8], of node: String) {
    // A long table takes a while to read: not under the lock.
    let (tell, now) = (ClusterTell(decoding: message, of: node), now)
    let effect = state.withLock { state in
      let effect = state.table.take(tell, of: node, at: now)
      if effect == .conflict, let tell { state.settle(with: tell, of: node) }
      return effect
    }
    if effect != .nothing { waker.wake() }
  }

  private func forward(_ message: [UInt8], to mountpoint: String) {
    guard let slice = ClusterSlice(decoding: message) else { return }
    let isBehindGap = state.withLock { state -> Bool? in
      guard var feed = state.feeds[mountpoint] else { return nil }
      defer { (state.feeds[mountpoint], state.feedCounts[mountpoint]) = (feed, feed.counts) }
      return feed.take(slice)
    }
    guard let isBehindGap else { return }
    parts.caster.forward(slice.bytes, to: mountpoint, isBehindGap: isBehindGap)
  }

  // MARK: What goes out

  /// Publishes a slice of a mountpoint if another node wants it; called with the caster locked.
  func publish(_ slice: [UInt8], of mountpoint: String) {
    let number = exports.withLock { exports -> UInt64? in
      guard exports.mountpoints.contains(mountpoint) else { return nil }
      let number = exports.sliceNumbers[mountpoint, default: 0]
      exports.sliceNumbers[mountpoint] = number + 1
      return number
    }
    guard let number else { return }
    let message = ClusterSlice(run: run, number: number, bytes: slice).message
    client.publish(MQTTMessage(topics.name(of: .data(mountpoint: mountpoint)), message))
  }

  /// Publishes a reader's position at a mountpoint of another node; called with the caster locked.
  func publish(_ position: GGASentence, of mountpoint: String) {
    client.publish(
      MQTTMessage(topics.name(of: .position(mountpoint: mountpoint)), position.encode()))
  }

  // MARK: The thread

  private func work() {
    var view = View()
    while !isStopped.load(ordering: .acquiring) {
      waker.wait(atMost: arrange(&view))
      // Many readers may come at once: they are arranged for together.
      rest.wait(atMost: Self.restTime)
    }
  }

  /// Does what is due; returns the time until something is due again.
  private func arrange(_ view: inout View) -> Duration {
    let now = now
    let phase = state.withLock { state -> Phase in
      if state.phase == .joining, let time = state.joinTime, time <= now { state.phase = .member }
      _ = state.table.expire(at: now)
      return state.phase
    }
    switch phase {
    case .joining:
      let left = state.withLock { $0.joinTime.map { $0 - now } }
      return max(left ?? .seconds(1), .milliseconds(1))
    case .failed:
      retire()
      return .seconds(3600)
    case .member: break
    }
    look(&view)
    fetch(view.streams, at: now)
    tellIfDue(&view, at: now)
    return state.withLock { state in
      let times = [state.nextTell, state.table.nextExpiry, state.ends.values.min()]
      return max((times.compactMap { $0 }.min() ?? now) - now, .milliseconds(1))
    }
  }

  /// Lets the caster follow the table where one of both has changed.
  private func look(_ view: inout View) {
    let table = state.withLock { $0.table }
    let isNews = table.version != view.tableVersion
    if isNews {
      (view.tableVersion, view.streams) = (table.version, table.streams)
      let wanted = table.wanted
      exports.withLock { $0.mountpoints = wanted }
      parts.exports.set(wanted, for: .cluster)
    }
    let count = parts.caster.supplyChangeCount
    guard isNews || count != view.supplyCount else { return }
    view.supplyCount = count
    parts.caster.follow(view.streams, as: options.node, making: parts.make)
    view.mounts = ownMounts()
  }

  private func ownMounts() -> [ClusterTell.Mount] {
    parts.caster.ownStreams.filter { ClusterTell.isMountpoint($0.record.mountpoint) }
      .map { ClusterTell.Mount(record: $0.record, holder: $0.holder) }
  }

  /// Gives up the streams of other nodes.
  private func retire() {
    parts.caster.follow([:], as: options.node, making: parts.make)
    parts.exports.set([], for: .cluster)
  }

  /// Subscribes to the streams that have readers here, and ends subscriptions without readers after a while.
  private func fetch(_ streams: [String: NeighbourStream], at now: Duration) {
    let demand = Set(parts.caster.neighbourDemand)
    let (begun, ended) = state.withLock { state -> ([String], [String]) in
      var (begun, ended): ([String], [String]) = ([], [])
      for name in demand {
        state.ends[name] = nil
        guard let node = streams[name]?.node, let run = state.table.nodes[node]?.run else {
          continue
        }
        if state.feeds[name] == nil {
          state.feeds[name] = ClusterFeed(from: run, after: state.feedCounts[name])
          begun.append(name)
        }
        state.feeds[name]?.change(to: run)
      }
      for name in state.feeds.keys where !demand.contains(name) {
        let end = state.ends[name] ?? now + Self.linger
        state.ends[name] = end
        guard end <= now else { continue }
        (state.feeds[name], state.ends[name]) = (nil, nil)
        ended.append(name)
      }
      return (begun, ended)
    }
    for name in begun { client.subscribe(topics.name(of: .data(mountpoint: name))) }
    for name in ended { client.unsubscribe(topics.name(of: .data(mountpoint: name))) }
  }

  private func tellIfDue(_ view: inout View, at now: Duration) {
    let wants = state.withLock { $0.feeds.keys.sorted() }.reduce(into: [String: String]()) {
      $0[$1] = view.streams[$1]?.node
    }
    let ageless = view.mounts.map { $0.ageless }
    let number = state.withLock { state -> Int? in
      if ageless != state.toldMounts || wants != state.toldWants { state.isAsked = true }
      guard state.nextTell.map({ $0 <= now }) ?? true else { return nil }
      (state.toldMounts, state.toldWants) = (ageless, wants)
      (state.lastTell, state.isAsked) = (now, false)
      state.tellNumber += 1
      return state.tellNumber
    }
    guard let number else { return }
    // Ages, silence and what the streams have shown of themselves since the last look.
    view.mounts = ownMounts()
    hearPositions(of: view.mounts)
    let tells = ClusterTell.parts(run: run, number: number, mounts: view.mounts, wants: wants)
    let date = parts.clock.date.advanced(by: now)
    for tell in tells {
      client.publish(
        MQTTMessage(
          topics.name(of: .node(options.node)), tell.message(of: options.node, at: date),
          delivery: .atLeastOnce))
    }
  }

  /// Listens to readers' positions at other nodes while a mountpoint of this one needs them.
  private func hearPositions(of own: [ClusterTell.Mount]) {
    let needs = own.contains { $0.record.needsPosition }
    let isChanged = state.withLock { state in
      defer { state.hearsPositions = needs }
      return state.hearsPositions != needs
    }
    guard isChanged else { return }
    if needs { client.subscribe(topics.positions) } else { client.unsubscribe(topics.positions) }
  }

  // MARK: State and end

  /// The reason for which the node has left the cluster; `nil` while it has not.
  var failure: String? {
    state.withLock { if case .failed(let reason) = $0.phase { reason } else { nil } }
  }

  /// The state of the cluster.
  var report: Report {
    let (connection, counts, now) = (client.phase, client.counts, now)
    let exported = exports.withLock(\.mountpoints)
    return state.withLock { state in
      Report(
        phase: state.phase, connection: connection, counts: counts, table: state.table, now: now,
        feeds: state.feedCounts, exports: exported)
    }
  }

  /// Tells the others that the node ends, and ends its thread.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    waker.wake()
    thread.withLock { $0.take() }?.join()
    if isMember {
      client.publish(Self.end(of: options, run, at: topics))
      let deadline = ContinuousClock.now + .seconds(1)
      while client.counts.waiting > 0, ContinuousClock.now < deadline {
        rest.wait(atMost: Self.restTime)
      }
    }
    client.end()
  }
}
