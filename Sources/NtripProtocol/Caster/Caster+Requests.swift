// What requests get, and who may have it.

extension Caster {
  /// Answers a request, or asks for its password to be looked at first.
  mutating func consider(
    _ request: CasterRequest, of id: ConnectionID, at now: Duration,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    if let answer = answerForAll(request, of: id) {
      return self.answer(request, of: id, with: answer, perform)
    }
    switch login(of: request) {
    case .granted: admit(request, of: id, at: now, perform)
    case .denied:
      let refusal = CasterRefusal.unauthorized(mountpoint: request.mountpoint)
      answer(request, of: id, with: .refusal(refusal), perform)
    case .dependsOn(let hashes):
      let check = PasswordCheck(
        password: request.credentials?.password ?? "", hashes: hashes)
      if verifiedPasswords.contains(check) { return admit(request, of: id, at: now, perform) }
      slots[id.slot].client?.request = request
      perform(id, .verify(check))
    }
  }

  /// Goes on with a request whose password has been looked at.
  ///
  /// - Parameters:
  ///   - id: The connection; of one that is gone nothing becomes.
  ///   - check: What was asked.
  ///   - isRight: Whether the password has one of the hashes; that is remembered, until ``users`` are
  ///     others.
  ///   - now: The streams' time.
  ///   - perform: Does what follows.
  public mutating func verified(
    _ id: ConnectionID, _ check: PasswordCheck, isRight: Bool, at now: Duration,
    perform: (ConnectionID, Action) -> Void
  ) {
    streamTime = max(streamTime, now)
    guard let request = client(id)?.request else { return }
    slots[id.slot].client?.request = nil
    guard isRight else {
      let refusal = CasterRefusal.unauthorized(mountpoint: request.mountpoint)
      return answer(request, of: id, with: .refusal(refusal), perform)
    }
    // Users may have changed meanwhile: what was asked is considered as they are now.
    if login(of: request) == .dependsOn(check.hashes) { verifiedPasswords.insert(check) }
    consider(request, of: id, at: now, perform)
    takeEvents(of: id, at: now, perform)
  }

  /// Returns the answer that a request gets whoever asks; `nil` where that matters.
  private mutating func answerForAll(_ request: CasterRequest, of id: ConnectionID) -> CasterAnswer?
  {
    let name = request.mountpoint
    let broadcast = broadcasts.first { $0.mountpoint.name == name }
    switch request.method {
    case .other: return .refusal(.unknownMethod)
    case .source, .post:
      guard let broadcast, broadcast.takesSources, users != nil else {
        return .refusal(.noSources(mountpoint: name))
      }
      return client(id)?.isSurplus == true ? .refusal(.tooMany) : nil
    case .get:
      if name.isEmpty { return .sourcetable(table(for: request)) }
      guard let broadcast else {
        // Version 1 has no other way to say that there is no such mountpoint.
        return request.version == .two
          ? .refusal(.unknownMountpoint(name)) : .sourcetable(table(for: request))
      }
      if isCrowded(for: id) { return .refusal(.tooMany) }
      if broadcast.isOffered { return nil }
      return request.version == .two
        ? .refusal(.withoutSource(mountpoint: name)) : .sourcetable(table(for: request))
    }
  }

  private func isCrowded(for id: ConnectionID) -> Bool {
    guard let client = client(id), !client.isSurplus else { return true }
    if let limit = limits.readers, readerCount >= limit { return true }
    guard let limit = limits.connectionsPerAddress else { return false }
    return connectionCounts[client.address, default: 0] > limit
  }

  private func login(of request: CasterRequest) -> CasterUsers.Login {
    guard let users else { return request.method == .get ? .granted : .denied }
    return users.login(
      request.credentials, for: request.method == .get ? .read : .write, of: request.mountpoint,
      isNameless: request.method == .source)
  }

  /// Gives a request what it asks for.
  private mutating func admit(
    _ request: CasterRequest, of id: ConnectionID, at now: Duration,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    let name = request.mountpoint
    guard let index = broadcasts.firstIndex(where: { $0.mountpoint.name == name }) else { return }
    if request.method != .get { return admitSource(request, to: index, of: id, perform) }
    answer(request, of: id, with: .stream, perform)
    slots[id.slot].client?.role = .reader(of: name)
    readerCount += 1
    if case .nearest = broadcasts[index].mountpoint.origin {
      slots[id.slot].client?.request = request
      if let position = request.position { move(id, to: position, at: now) }
    } else {
      join(id, index, at: now)
    }
  }

  mutating func join(_ id: ConnectionID, _ broadcast: Int, at now: Duration) {
    slots[id.slot].client?.broadcast = broadcast
    let speed = speed * broadcasts[broadcast].mountpoint.speed
    broadcasts[broadcast].join(id.slot, at: now, speed: speed)
  }
}

// MARK: The sourcetable

extension Caster {
  /// The table's body, or what a filter leaves of it; one that cannot be read leaves everything.
  mutating func table(for request: CasterRequest) -> [UInt8] {
    guard let query = request.query, let filter = try? SourcetableFilter(query: query) else {
      if let sourcetable { return sourcetable }
      let table = wholeTable.encode()
      sourcetable = table
      return table
    }
    var table = wholeTable.filtered(by: filter)
    if filter.isForReader { table.records.removeAll { !mayRead($0, request) } }
    return table.encode()
  }

  private func mayRead(_ record: Sourcetable.Record, _ request: CasterRequest) -> Bool {
    guard case .stream(let stream) = record, let users else { return true }
    let login = users.login(request.credentials, for: .read, of: stream.mountpoint)
    if case .dependsOn(let hashes) = login {
      let check = PasswordCheck(
        password: request.credentials?.password ?? "", hashes: hashes)
      return verifiedPasswords.contains(check)
    }
    return login == .granted
  }

  /// The table as it is now.
  private var wholeTable: Sourcetable {
    mutating get {
      let streams = broadcasts.indices.filter { broadcasts[$0].isOffered }.map { index in
        broadcasts[index].describe()
        var record = broadcasts[index].record
        record.authentication = users?.isOpen(record.mountpoint) ?? true ? .none : .basic
        return Sourcetable.Record.stream(record)
      }
      return Sourcetable(neighbours + streams)
    }
  }
}
