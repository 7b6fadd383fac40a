import AppHost
import TestSupport

extension ServedApp {
  /// Returns a token of the demo user.
  func token() async throws -> String {
    let answer = try await HTTPAnswer.asking(
      "POST", "/api/user/login", port: port, headers: ["Content-Type": "application/json"],
      body: #"{"email":"\#(DemoUser.email)","password":"\#(DemoUser.password)"}"#)
    return AppReply(answer).token ?? ""
  }
}
