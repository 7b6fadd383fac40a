import BoardSimulation
import HTTPMessages
import OpenData

private let portal = OpenDataServer(
  world: World(scenario: .standing), bootDate: World.defaultBootDate)

/// Whatever is asked is answered: with rows, or with an error that says why in few words; asked twice, alike.
func fuzzOpenDataQuery(_ bytes: [UInt8]) {
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let paths = ["nf78-nj6b.json", "ib47-atvt.csv", "647i-nhxk.json", "nicp-bhqi.geojson"]
  let path = "/resource/" + paths[Int(bytes.first ?? 0) % paths.count]
  // As a whole query, and as a condition, which mutations would seldom write percent-encoded.
  checkAnswer(to: HTTPRequest(.get, "\(path)?$limit=20&\(text)"))
  checkAnswer(
    to: HTTPRequest(
      method: .get, path: path,
      query: [HTTPField("$limit", "20"), HTTPField("$where", text), HTTPField("idsensore", "5909")])
  )
  checkAnswer(to: HTTPRequest(.get, "/data/2.5/weather?appid=x&\(text)"))
  checkAnswer(to: HTTPRequest(.get, text))
}

private func checkAnswer(to request: HTTPRequest) {
  let answer = portal.answer(request, at: World.defaultBootDate)
  let response = answer.response
  require([200, 400, 401, 404, 406].contains(response.status), "status is \(response.status)")
  require(portal.answer(request, at: World.defaultBootDate) == answer, "it is asked twice alike")
  guard response.status != 200 else { return }
  require(response.body.count < 1500, "an error repeats little of what was sent")
  require(response.body.allSatisfy { $0 >= 0x20 }, "an error has nothing that a terminal obeys")
}
