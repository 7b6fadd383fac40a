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

/// Users that could be read have a name, a password and a right; an error names a line that there is.
func fuzzCasterUsers(_ bytes: [UInt8]) {
  do throws(CasterUsersError) {
    let list = try CasterUsers(decoding: bytes)
    for user in list.users {
      require(!user.credentials.user.isEmpty, "a user has a name")
      require(!user.credentials.password.isEmpty, "a user has a password")
      require(user.mayRead || user.mayWrite, "a user may do something")
    }
    let readers = list.users.count { $0.mayRead && $0.mountpoints == nil }
    require(list.readers(of: "\u{0}").count >= readers, "who may read all may read this")
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

/// What a caster with one open and one protected mountpoint does.
private func serve(
  _ request: [UInt8], cut chunking: Chunking, capture: [UInt8], speed: Double = 1, wakes: Int = 0
) -> [Caster.Action] {
  let credentials = NtripCredentials(user: "user", password: "password")
  let capture = Capture(capture)
  var caster = Caster(
    [
      Mountpoint(name: "BASE", capture: capture),
      Mountpoint(name: "SHUT", capture: capture, readers: [credentials]),
    ], speed: speed)
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
