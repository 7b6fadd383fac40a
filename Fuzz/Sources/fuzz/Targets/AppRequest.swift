import AppServer
import Foundation
import GNSSBasics
import HTTPMessages

/// Whatever is sent to the apps' server is answered in each style, never by a 500 of ours, in JSON that can be
/// read, and without a password or its hash.
func fuzzAppRequest(_ bytes: [UInt8]) {
  let operations = Operation.allCases
  let operation = operations[Int(bytes.first ?? 0) % operations.count]
  let parts = bytes.dropFirst().split(
    separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
  let (query, bearer) = (text(parts, 0), text(parts, 1))
  for (style, desk) in desks {
    let token = bearer == "*" ? desk.token : bearer
    let request = HTTPRequest(
      operation.method, "\(Operation.base)\(operation.path)?\(query)",
      fields: bearer.isEmpty ? [] : [HTTPField("Authorization", "Bearer \(token)")],
      body: parts.count > 2 ? Array(parts[2]) : [])
    let (answer, findings) = desk.ask(request)
    check(answer.response, of: style)
    let secrets = secrets(sentIn: [query, bearer, text(parts, 2)])
    for text in [String(decoding: answer.response.body, as: UTF8.self)] + findings.map(\.found) {
      for secret in secrets {
        require(!text.contains(secret), "nothing that is said tells a secret")
      }
    }
  }
}

/// The words that may not be said again: what is also sent as something else than a password may.
private func secrets(sentIn parts: [String]) -> [String] {
  let sent = parts.joined(separator: "\n")
  let fields = readObject(Array(parts[2].utf8)) ?? [:]
  let passwords = ["password", "new_password"].compactMap { name in
    if case .text(let text) = fields[name] { text } else { nil }
  }
  return [knownPassword, keptHash].filter { secret in
    sent.components(separatedBy: secret).count - 1
      == passwords.reduce(0) { $0 + $1.components(separatedBy: secret).count - 1 }
  }
}

private let knownPassword = "sesame"
/// The hash that is kept; no input names it.
private let keptHash = "$hidden$"

private let desks = AnswerStyle.allCases.map { ($0, FuzzedServer($0)) }

private func text(_ parts: [ArraySlice<UInt8>], _ index: Int) -> String {
  index < parts.count ? String(decoding: parts[index], as: UTF8.self) : ""
}

private func check(_ response: HTTPResponse, of style: AnswerStyle) {
  let statuses = style == .reference ? [200, 400, 500] : [200, 400, 401, 404, 405, 409, 429]
  require(statuses.contains(response.status), "status is \(response.status)")
  let text = String(decoding: response.body, as: UTF8.self)
  guard response.field("Content-Type") == "application/json", !response.body.isEmpty else { return }
  require(
    (try? JSONSerialization.jsonObject(with: Data(response.body))) != nil,
    "the body is JSON: \(text)")
}

/// A server with one account, and a token of it.
private struct FuzzedServer {
  private let server: ApplicationServer
  let token: String

  init(_ style: AnswerStyle) {
    var options = ApplicationServer.Options()
    options.style = style
    options.hasLimits = false
    server = ApplicationServer(
      store: OneAccount(), secrets: OpenSecrets(), options: options, reader: readObject)
    let login = HTTPRequest(
      .post, "/api/user/login",
      body: Array("{\"email\":\"mario@example.org\",\"password\":\"\(knownPassword)\"}".utf8))
    let body = Self.ask(server, login).answer.response.body
    let object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
    token = object?["token"] as? String ?? ""
    require(!token.isEmpty, "the login answers a token")
  }

  func ask(_ request: HTTPRequest) -> (answer: AppAnswer, findings: [Finding]) {
    Self.ask(server, request)
  }

  /// Nothing here waits for anything: the answer is there when the task has had its turn.
  private static func ask(
    _ server: ApplicationServer, _ request: HTTPRequest
  ) -> (answer: AppAnswer, findings: [Finding]) {
    let (box, done) = (Box(), DispatchSemaphore(value: 0))
    Task.detached {
      box.value = await server.answer(
        request, from: Caller(address: "127.0.0.1", isLocal: true, isEncrypted: false),
        at: UnixTime(seconds: 1_795_000_000))
      done.signal()
    }
    done.wait()
    guard let value = box.value else { fatalError("there is an answer") }
    return value
  }

  /// Sound: it is written before the semaphore is signalled, and read after.
  private final class Box: @unchecked Sendable {
    var value: (answer: AppAnswer, findings: [Finding])?
  }
}

/// A store that has one account, and keeps nothing.
private struct OneAccount: Store {
  private let account = Account(
    id: 1, profile: Profile(email: "mario@example.org"), passwordHash: keptHash,
    createdAt: UnixTime(seconds: 0))

  func account(of key: String) async throws(StoreError) -> Account? {
    key == account.profile.key ? account : nil
  }
  func account(_ id: Int64, unlessRevoked token: String) async throws(StoreError) -> Account? {
    id == 1 ? account : nil
  }
  func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account? {
    Account(id: 2, profile: profile, passwordHash: keptHash, createdAt: time)
  }
  func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool { true }
  func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool { true }
  func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account] { [account] }
  func revoke(_ token: String, until time: UnixTime) async throws(StoreError) {}
  func countAttempt(_ key: String, in window: UnixTime) async throws(StoreError) -> Int { 1 }
  func attempts(_ key: String, in window: UnixTime) async throws(StoreError) -> Int { 0 }
  func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8] { new }
  func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow {
    AirRow(id: 1, time: time, email: owner?.profile.email, values: row.values)
  }
  func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow] { [] }
  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow] { [] }
  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] { [] }
  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? { nil }
  func close() async {}
}

/// Secrets that hide nothing, and cost nothing.
private struct OpenSecrets: Secrets {
  func hash(_ password: [UInt8]) async throws(HashingError) -> String { keptHash }
  func verify(_ password: [UInt8], against hash: String) async throws(HashingError) -> Bool {
    password == Array(knownPassword.utf8) && hash == keptHash
  }
  func authenticationCode(of message: [UInt8]) -> [UInt8] {
    message.reduce(into: [UInt8](repeating: 1, count: 32)) { code, byte in
      code[Int(byte) % 32] = code[Int(byte) % 32] &* 31 &+ byte
    }
  }
  func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }
  func randomBytes(_ count: Int) -> [UInt8] { Array(repeating: 7, count: count) }
}

@Sendable private func readObject(_ bytes: [UInt8]) -> [String: BodyValue]? {
  guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
    return nil
  }
  return object.mapValues { value in
    switch value {
    case let text as String: .text(text)
    case is NSNull: .null
    case let number as NSNumber: .number(number.doubleValue)
    default: .nested
    }
  }
}
