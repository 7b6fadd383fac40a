import NtripMemory
import NtripProtocol
import RTCMStreams
import RTCMParser

/// A caster answers the same however a request is cut, and always comes to rest.
func fuzzCasterRequest(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let chunking = input.chunking()
  let request = input.rest()
  let whole = serve(request, cut: Chunking(lengths: [request.count]), capture: [])
  require(
    serve(request, cut: chunking, capture: []) == whole, "the answer does not depend on the cut")
  _ = CasterRequest(head: request[...])
}

/// What a source pushes reaches a reader however it is cut, without half a frame, and nothing of it is kept
/// for ever; then another source comes, whatever the first one has left.
func fuzzCasterSource(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let isChunked = input.byte() & 1 == 1
  let chunking = input.chunking()
  var body = input.rest()
  repairChecks(in: &body)
  let whole = relay(body, cut: Chunking(lengths: [max(body.count, 1)]), isChunked: isChunked)
  require(
    relay(body, cut: chunking, isChunked: isChunked) == whole,
    "a reader gets the same, however it is cut")
}

/// What a reader gets of what a source pushes, and of the one behind it.
private func relay(_ body: [UInt8], cut chunking: Chunking, isChunked: Bool) -> [UInt8] {
  let users = try? CasterUsers(decoding: Array("*:*:*:read\ns:pw:*:write".utf8))
  var caster = Caster([Mountpoint(name: "F", pushedThrough: StreamMeter())], users: users)
  var read: [UInt8] = []
  func source(_ head: String) -> Caster.ConnectionID {
    let id = caster.connect(at: .zero)
    caster.receive(Array(head.utf8).span, from: id, at: .zero) { _, _ in }
    return id
  }
  let coding = isChunked ? "Transfer-Encoding: chunked\r\n" : ""
  let first = source("POST /F HTTP/1.1\r\nAuthorization: Basic czpwdw==\r\n\(coding)\r\n")
  let reader = source("GET /F HTTP/1.0\r\n\r\n")
  chunking.forEachChunk(of: body) { chunk in
    caster.receive(chunk, from: first, at: .zero) { id, action in
      if id == reader, case .send(let bytes) = action { read += bytes }
    }
  }
  caster.disconnect(first)
  let second = source("SOURCE pw /F\r\n\r\n")
  require(caster.snapshot.streams[0].hasSource, "another source is let in")
  let tail = Array("tail".utf8)
  caster.receive(tail.span, from: second, at: .zero) { id, action in
    if id == reader, case .send(let bytes) = action { read += bytes }
  }
  require(read.suffix(tail.count) == tail[...], "what the next source pushes arrives")
  return read
}

/// What goes wrong on request is the same again, and nothing is said behind a connection's end; an error names
/// what may stand there.
func fuzzCasterFaults(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  let words = lines.prefix { !$0.isEmpty }
  var faults: [CasterFault] = []
  for word in words.prefix(8) {
    do throws(CasterFaultError) {
      faults.append(try CasterFault(parsing: String(decoding: word, as: UTF8.self)))
    } catch {
      require(!error.description.isEmpty, "an error says what is wrong")
    }
  }
  let request = Array(lines.dropFirst(words.count + 1).joined(separator: [0x0A]))
  require(
    misled(faults, by: request) == misled(faults, by: request), "the same faults, the same bytes")
}

/// What a caster with faults says in ten seconds to one who reads, and to one who says anything.
private func misled(_ faults: [CasterFault], by request: [UInt8]) -> [Caster.Action] {
  @Sendable func feed(_ second: Int) -> StreamFeed {
    let frame: [UInt8] = [0xD3, 0, 0, 0x47, 0xEA, 0x4B]
    return StreamFeed(at: .seconds(second)) { (frame + frame, feed(second + 1)) }
  }
  var caster = Caster([Mountpoint(StreamRecord(mountpoint: "A"), feed: feed(0))])
  caster.setFaults(faults, seed: 1, damaging: .frames)
  var (said, ended) = ([Caster.Action](), Set<Caster.ConnectionID>())
  let note = { (id: Caster.ConnectionID, action: Caster.Action) in
    require(!ended.contains(id), "nothing is said behind the end")
    said.append(action)
    switch action {
    case .close, .reset: ended.insert(id)
    case .send, .verify: break
    }
  }
  for text in [Array("GET /A HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n".utf8), request] {
    let id = caster.connect(at: .zero)
    caster.receive(text.span, from: id, at: .zero, perform: note)
  }
  for second in 1...10 {
    caster.advance(to: .seconds(second), perform: note)
    caster.expire(at: .seconds(second), perform: note)
  }
  return said
}

/// Users that could be read have a name, a password and a right; an error names a line that there is.
func fuzzCasterUsers(_ bytes: [UInt8]) {
  do throws(CasterUsersError) {
    let list = try CasterUsers(decoding: bytes)
    for user in list.users {
      require(!user.name.isEmpty, "a user has a name")
      require(user.mayRead || user.mayWrite, "a user may do something")
      require(user.name != "*" || !user.mayWrite, "not everybody may push")
    }
  } catch {
    require(error.line <= bytes.count { $0 == 10 } + 1, "the line exists")
  }
}

/// Any bytes can be played as a capture, at any speed, without an end to the waiting.
func fuzzCapture(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let speed = Double(input.byte()) + 1
  var capture = input.rest()
  repairChecks(in: &capture)
  let request = Array("GET /BASE HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n".utf8)
  _ = serve(request, cut: Chunking(lengths: [256]), capture: capture, speed: speed, wakes: 100)
}

/// What a caster with one mountpoint of each kind does.
private func serve(
  _ request: [UInt8], cut chunking: Chunking, capture: [UInt8], speed: Double = 1, wakes: Int = 0
) -> [Caster.Action] {
  let capture = Capture(capture)
  let users = "*:*:BASE,NEAR:read\nuser:password:SHUT,PUSH:read,write\nuser:$1$:HASH:read"
  var caster = Caster(
    [
      Mountpoint(name: "BASE", capture: capture), Mountpoint(name: "SHUT", capture: capture),
      Mountpoint(name: "HASH", capture: capture),
      Mountpoint(name: "PUSH", pushedThrough: StreamMeter()), Mountpoint(nearestAs: "NEAR"),
    ], users: try? CasterUsers(decoding: Array(users.utf8)), speed: speed)
  var actions: [Caster.Action] = []
  var now = Duration.zero
  let client = caster.connect(at: now)
  chunking.forEachChunk(of: request) { chunk in
    caster.receive(chunk, from: client, at: now) { actions.append($1) }
  }
  for _ in 0..<wakes {
    guard let next = caster.nextSliceTime else { break }
    require(next > now, "nothing is due twice")
    now = next
    caster.advance(to: now) { actions.append($1) }
  }
  return actions
}
