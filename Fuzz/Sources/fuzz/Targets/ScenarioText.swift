import BoardSimulation
import ScenarioFiles
import VirtualBoard

/// Whatever stands in a scenario or in a file beside it, it is refused with one line, or a board can live in
/// it: what is true is numbers, twice the same.
func fuzzScenario(_ bytes: [UInt8]) {
  let text = Array(bytes.dropFirst())
  let scenario: Scenario
  do throws(ScenarioError) {
    switch bytes.first {
    case UInt8(ascii: "1"): scenario = try read("track: {file: x}", beside: text)
    case UInt8(ascii: "2"): scenario = try read("track: {file: x, speed: 2, laps: 3}", beside: text)
    case UInt8(ascii: "3"): scenario = try read("weather: {series: x}", beside: text)
    case UInt8(ascii: "4"):
      scenario = try read("weather: {openweathermap: x, align: start}", beside: text)
    default: scenario = try Scenario(yaml: text, file: "x") { _ in .success(text) }
    }
  } catch {
    let sentence = error.description
    require(!sentence.utf8.contains { $0 < 0x20 }, "a refusal is one line: \(sentence)")
    require(sentence.contains("; "), "a refusal says what to do: \(sentence)")
    return
  }
  live(in: scenario)
}

private func read(_ line: String, beside text: [UInt8]) throws(ScenarioError) -> Scenario {
  try Scenario(yaml: Array("scenario: 1\n\(line)\n".utf8), file: "x") { _ in .success(text) }
}

private func live(in scenario: Scenario) {
  // What recurs each second for hours takes long: that is no finding.
  guard scenario.entries.count < 10 else { return }
  var options = BoardOptions()
  options.follow(scenario)
  let board = require("a scenario that is read can be lived in") {
    try Board(.none, options: options)
  }
  for second in [0, 1, 59, 3600, 86_400] {
    let state = board.simulation.world.state(at: .seconds(second))
    for quantity in WorldQuantity.allCases {
      let value = quantity.value(in: state)
      require(value.isFinite, "\(quantity.name) is a number at \(second) s, not \(value)")
    }
    let place = state.position
    require(
      place.latitude.isFinite && place.longitude.isFinite && place.height.isFinite,
      "a place is numbers at \(second) s")
    require(board.simulation.world.state(at: .seconds(second)) == state, "twice the same")
  }
}
