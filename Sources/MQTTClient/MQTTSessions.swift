#if MQTT
  internal import EventLoop
  internal import MQTTMessages

  /// The connections of all clients, served on one thread.
  final class MQTTSessions {
    private let base: EventBase
    private var sessions: [ObjectIdentifier: MQTTSession] = [:]

    /// The largest number of connections that are made at a time, so that a fleet does not fill a broker's queue.
    private static let connectingLimit = 32
    /// The pause between two looks at deadlines while a connection is being made or waited for.
    private static let shortPause = Duration.milliseconds(50)
    /// The pause otherwise: signs of life are due every half minute.
    private static let longPause = Duration.seconds(1)

    /// Creates the loop; `nil` where the system has no room for it.
    init?(wokenBy descriptor: Int32) {
      do throws(SocketServerError) {
        base = try EventBase(wokenBy: descriptor)
      } catch {
        return nil
      }
      MosquittoLibrary.begin()
    }

    /// Serves until an order to stop.
    func run(takingOrders takeOrders: @escaping () -> [MQTTLoop.Order]) {
      base.run(
        onTimer: { [unowned self] in look() },
        onWake: { [unowned self] in for order in takeOrders() { obey(order) } })
      for session in sessions.values { session.end() }
      sessions = [:]
    }

    private func obey(_ order: MQTTLoop.Order) {
      switch order {
      case .add(let client):
        sessions[ObjectIdentifier(client)] = MQTTSession(of: client, on: base)
        base.setTimer(.zero)
      case .flush(let client): sessions[ObjectIdentifier(client)]?.flushSoon()
      case .subscribe(let client, let filter):
        sessions[ObjectIdentifier(client)]?.setSubscribed(true, to: filter)
      case .unsubscribe(let client, let filter):
        sessions[ObjectIdentifier(client)]?.setSubscribed(false, to: filter)
      case .end(let client): sessions.removeValue(forKey: ObjectIdentifier(client))?.end()
      case .stop: base.stop()
      }
    }

    /// Looks at the deadlines of all sessions.
    private func look() {
      let now = ContinuousClock.now
      var connectingCount = sessions.values.count { $0.isConnecting }
      var isBusy = false
      for session in sessions.values {
        session.look(at: now, mayConnect: connectingCount < Self.connectingLimit)
        if session.hasBegun { connectingCount += 1 }
        isBusy = isBusy || !session.isConnected
      }
      let pause = isBusy ? Self.shortPause : Self.longPause
      let flush = sessions.values.lazy.compactMap(\.flushTime).min().map { max($0 - now, .zero) }
      base.setTimer(min(pause, flush ?? pause))
    }
  }
#endif
