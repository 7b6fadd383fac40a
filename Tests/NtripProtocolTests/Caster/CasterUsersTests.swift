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

  @Test("says who may do what; a password may hold colons and blanks")
  func reads() throws {
    let users = try read(Self.text)
    #expect(users.users.map(\.name) == ["rover", "office", "field"])
    #expect(users.users[1].secret == .plain(" a:b "))
    #expect(users.users.map(\.mountpoints) == [["BASE", "A/B"], nil, ["BASE"]])
    #expect(users.users.map(\.mayRead) == [true, true, false])
    #expect(users.users.map(\.mayWrite) == [false, true, true])
    #expect(users.hasPlainPasswords)
  }

  @Test("a password that begins with a dollar sign is a hash; hashes alone are worth no warning")
  func hashes() throws {
    let users = try read("u:$6$salt$hash:M:read\n*:*:N:read")
    #expect(users.users[0].secret == .hash("$6$salt$hash"))
    #expect(!users.hasPlainPasswords)
  }

  @Test("no description of a password shows it")
  func secrecy() throws {
    let users = try read("u:hunter2:M:read\nv:$6$hunter2:M:read")
    #expect(!"\(users)".contains("hunter2"))
    #expect(!String(reflecting: users.users).contains("hunter2"))
    let check = PasswordCheck(password: "hunter2", hashes: ["$6$hunter2"])
    #expect(!"\(check) \(String(reflecting: [check]))".contains("hunter2"))
  }

  @Test(
    "a line that cannot be read is told by its number and never quoted",
    arguments: [
      ("hunter2", CasterUsersError.Reason.tooFewFields), ("u:hunter2:BASE", .tooFewFields),
      (":hunter2:BASE:read", .emptyField), ("u::BASE:read", .emptyField),
      ("u:hunter2::read", .emptyField), ("u:hunter2:A, ,B:read", .emptyField),
      ("u:hunter2:BASE:", .unknownRight), ("u:hunter2:BASE:reed", .unknownRight),
      ("*:hunter2:BASE:read,write", .openToSources),
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
    var harness = CasterHarness(
      [Mountpoint(name: "M", capture: try capture(epochs: 3))],
      users: "a:1:M:read\nb:2:M:read\nc:3:N:read\nd:4:M:write\n")
    func status(_ login: String) -> String {
      let token = NtripCredentials(user: String(login.prefix(1)), password: String(login.suffix(1)))
      let id = harness.connect(
        saying: "GET /M HTTP/1.0\r\nAuthorization: \(token.authorization)\r\n\r\n")
      return String(decoding: harness.bytes(for: id).prefix(12), as: UTF8.self)
    }
    #expect(status("a1") == "ICY 200 OK\r\n")
    #expect(status("b2") == "ICY 200 OK\r\n")
    for login in ["a2", "c3", "x1", "d4"] { #expect(status(login) == "HTTP/1.0 401") }
  }
}
