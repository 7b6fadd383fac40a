import AppServer
import AppStore
import Foundation
import HTTPMessages
import Testing

/// Secrets for a test: quick, and none.
private struct PlainSecrets: Secrets {
  func hash(_ password: [UInt8]) async throws(HashingError) -> String {
    "$argon2id$" + String(decoding: password, as: UTF8.self)
  }

  func verify(_ password: [UInt8], against hash: String) async throws(HashingError) -> Bool {
    hash == "$argon2id$" + String(decoding: password, as: UTF8.self)
  }

  func authenticationCode(of message: [UInt8]) -> [UInt8] {
    (0..<32).map { index in message.reduce(UInt8(index)) { $0 &* 31 &+ $1 } }
  }

  func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }

  func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }
}

/// Bodies by Foundation.
@Sendable private func readObject(_ bytes: [UInt8]) -> [String: BodyValue]? {
  let object = try? JSONSerialization.jsonObject(with: Data(bytes))
  return (object as? [String: Any])?.mapValues { value in
    switch value {
    case let text as String: .text(text)
    case let number as NSNumber: .number(number.doubleValue)
    default: .null
    }
  }
}

@Suite("Tutorials and guides: AppServer, AppStore")
struct AppTutorials {
  @Test("an account is made and logged in, and a mistake is a finding")
  func answers() async throws {
    let store = try SQLiteStore.inMemory()
    let server = ApplicationServer(store: store, secrets: PlainSecrets(), reader: readObject)
    let app = Caller(address: "192.0.2.7", isLocal: false, isEncrypted: true)
    let now = UnixTime(seconds: 1_780_315_200)

    let login = #"{"email":"mario@example.org","password":"secret"}"#
    for path in ["/api/user/register", "/api/user/login", "/api/user/login/"] {
      let request = HTTPRequest(.post, path, body: Array(login.utf8))
      let (answer, findings) = await server.answer(request, from: app, at: now)
      print(path, answer.response.status, String(decoding: answer.response.body, as: UTF8.self))
      for finding in findings { print(finding) }
    }
    let request = HTTPRequest(.post, "/api/user/login", body: Array(login.utf8))
    let (answer, _) = await server.answer(request, from: app, at: now)
    #expect(answer.response.status == 200)
    #expect(String(decoding: answer.response.body, as: UTF8.self).contains(#""token""#))
    await store.close()
  }

  @Test("rows are added, read and verified")
  func keepsRows() async throws {
    let store = try await StoreLocation("memory").open()
    let values: [Double?] = AirRow.fields.map { $0 == .temperature ? 23.5 : nil }
    for second in 0..<3 {
      let time = UnixTime(seconds: 1_780_315_200 + Int64(second))
      let row = PostedRow(values: values, text: "23.50;;;;;;;;;;;;")
      _ = try await store.append(row, owner: nil, at: time)
    }
    for row in try await store.rows(offset: 0, limit: 10) {
      print(row.id, row.time, row[.temperature] ?? .nan)
    }

    let verdict = try await StoreVerification.verify(store)
    if case .intact(let count, let lastSeal, _) = verdict { print(count, "rows", lastSeal.count) }
    #expect(verdict.isIntact)
    await store.close()
  }
}
