@testable import BoardHost
import Foundation

/// An order by MQTT is refused with a reason, or is a request of the control port; its answer is one JSON object with
/// the sender's word.
func fuzzTelemetryOrder(_ message: [UInt8]) {
  do throws(TelemetryOrder.Refusal) {
    let order = try TelemetryOrder(message)
    require(order.request.path.hasPrefix("/api/v1/"), "a path is of the control port")
    require((order.id?.utf8.count ?? 0) <= 100, "a word has a limit")
    require(isJSON(order.request.body) || order.request.body.isEmpty, "a body is JSON or none")
    checkAnswer(
      TelemetryOrder.answer(order.id, status: 200, body: order.request.body), id: order.id)
    // Bodies are the control port's own, whose JSON is strict.
    if isJSON(message) {
      checkAnswer(TelemetryOrder.answer(order.id, status: 200, body: message), id: order.id)
    }
    let text = Array("x".utf8) + message
    checkAnswer(TelemetryOrder.answer(order.id, status: 500, body: text), id: order.id)
  } catch {
    require(!error.message.isEmpty, "an order is refused with a reason")
    checkAnswer(TelemetryOrder.answer(error), id: error.id)
  }
}

private func checkAnswer(_ answer: [UInt8], id: String?) {
  let object = try? JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
  guard let object else {
    finding("an answer is an object: \(String(decoding: answer, as: UTF8.self))")
  }
  require(object["id"] as? String == id, "an answer has the sender's word")
  require(object["status"] is Int, "an answer has a status")
}

private func isJSON(_ bytes: [UInt8]) -> Bool {
  (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
}
