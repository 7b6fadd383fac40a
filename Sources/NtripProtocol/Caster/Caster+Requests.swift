// The answers to requests, and the check of the requester's rights.

extension Caster {
  /// Answers a request, or asks the owner to verify its password first.
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

  /// Continues a request whose password has been verified.
  ///
  /// - Parameters:
  ///   - id: The connection; a closed connection is ignored.
  ///   - check: The verified check.
  ///   - isRight: Whether the password matches one of the hashes. A match is cached until ``users`` changes.
  ///   - now: The stream time.
  ///   - perform: The closure that carries out the resulting actions.
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
    // The users may have changed in the meantime, so the request is checked against the current users.
    if login(of: request) == .dependsOn(check.hashes) { verifiedPasswords.insert(check) }
    consider(request, of: id, at: now, perform)
    takeEvents(of: id, at: now, perform)
  }

  /// Returns the answer that does not depend on the login; `nil` when the login decides.
  private mutating func answerForAll(_ request: CasterRequest, of id: ConnectionID) -> CasterAnswer?
  {
    let name = request.mountpoint
    let broadcast = places[name].map { broadcasts[$0] }
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
        // Version 1 reports an unknown mountpoint by sending the sourcetable.
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

  /// Grants a request: starts the stream for a reader, or admits a source.
  private mutating func admit(
    _ request: CasterRequest, of id: ConnectionID, at now: Duration,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    let name = request.mountpoint
    guard let index = places[name] else { return }
    if request.method != .get { return admitSource(request, to: index, of: id, perform) }
    answer(request, of: id, with: .stream, perform)
    slots[id.slot].client?.role = .reader(of: name)
    slots[id.slot].client?.start = serverTime
    readerCount += 1
    if case .nearest = broadcasts[index].mountpoint.origin {
      slots[id.slot].client?.request = request
      if let position = request.position { move(id, to: position, at: now) }
    } else {
      join(id, index, at: now)
      if let position = request.position { tell(position, to: index) }
    }
  }

  mutating func join(_ id: ConnectionID, _ broadcast: Int, at now: Duration) {
    slots[id.slot].client?.broadcast = broadcast
    let speed = speed * broadcasts[broadcast].mountpoint.speed
    if broadcasts[broadcast].readers.isEmpty { changeCount += 1 }
    broadcasts[broadcast].join(id.slot, at: now, speed: speed)
  }

  mutating func leave(_ id: ConnectionID, _ broadcast: Int) {
    broadcasts[broadcast].leave(id.slot)
    if broadcasts[broadcast].readers.isEmpty { changeCount += 1 }
  }
}

// MARK: The sourcetable

extension Caster {
  /// Returns the encoded sourcetable, filtered by the request's query.
  ///
  /// An invalid filter is ignored: the whole table is returned.
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

  /// The current sourcetable, unfiltered.
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
