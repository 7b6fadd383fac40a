import TestSupport
import NtripProtocol
import Testing

@Suite("The list of a caster's users")
struct CasterUsersTests {
  private static let text = """
    # name:password:mountpoints:rights
    rover:s3cret:BASE,A/B:read

    office: a:b :*:read,write\r
    field:pass:BASE:write
    """

  private func read(_ text: String) throws(CasterUsersError) -> CasterUsers {
    try CasterUsers(decoding: Array(text.utf8))
  }

  @Test("says who may read what; a password may hold colons and blanks")
  func reads() throws {
    let users = try read(Self.text)
    let rover = NtripCredentials(user: "rover", password: "s3cret")
    let office = NtripCredentials(user: "office", password: " a:b ")
    #expect(users.users.count == 3)
    #expect(users.readers(of: "BASE") == [rover, office])
    #expect(users.readers(of: "A/B") == [rover, office])
    #expect(users.readers(of: "OTHER") == [office])
    #expect(users.users.map(\.mayWrite) == [false, true, true])
  }

  @Test("an empty list lets nobody read")
  func empty() throws {
    #expect(try read("# nobody\n\n").readers(of: "BASE").isEmpty)
  }

  @Test(
    "a line that cannot be read is told by its number and never quoted",
    arguments: [
      ("hunter2", CasterUsersError.Reason.tooFewFields), ("u:hunter2:BASE", .tooFewFields),
      (":hunter2:BASE:read", .emptyField), ("u::BASE:read", .emptyField),
      ("u:hunter2::read", .emptyField), ("u:hunter2:A, ,B:read", .emptyField),
      ("u:hunter2:BASE:", .unknownRight), ("u:hunter2:BASE:reed", .unknownRight),
      ("u:$6$hunter2$x:BASE:read", .hashedPassword),
    ])
  func refuses(line: String, reason: CasterUsersError.Reason) {
    let error = #expect(throws: CasterUsersError.self) { try read("a:b:*:read\n\(line)\n") }
    #expect(error?.reason == reason)
    #expect(error?.line == 2)
    #expect(error?.description.hasPrefix("line 2: ") == true)
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test("a caster asks every reader's login of those who may read the mountpoint")
  func logins() throws {
    let users = try read("a:1:M:read\nb:2:M:read\nc:3:N:read\n")
    var harness = CasterHarness([
      Mountpoint(name: "M", capture: try capture(epochs: 3), readers: users.readers(of: "M"))
    ])
    func status(_ login: String) -> String {
      let token = NtripCredentials(user: String(login.prefix(1)), password: String(login.suffix(1)))
      let id = harness.connect(
        saying: "GET /M HTTP/1.0\r\nAuthorization: \(token.authorization)\r\n\r\n")
      return String(decoding: harness.bytes(for: id).prefix(12), as: UTF8.self)
    }
    #expect(status("a1") == "ICY 200 OK\r\n")
    #expect(status("b2") == "ICY 200 OK\r\n")
    for login in ["a2", "c3", "x1"] { #expect(status(login) == "HTTP/1.0 401") }
  }
}
