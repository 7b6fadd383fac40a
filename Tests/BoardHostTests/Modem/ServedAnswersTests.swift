import TestSupport
import Testing
import TextOutput

@testable import BoardHost

@Suite("What a sketch's server has answered")
struct ServedAnswersTests {
  private static func value(_ path: String, of answers: ServedAnswers) -> DescribedValue? {
    DescribedValue.object([Described("served", answers.described)])[path: "served.\(path)"]
  }

  @Test("nothing has been answered, with no field")
  func none() {
    let answers = ServedAnswers()
    #expect(Self.value("answers", of: answers)?.json == "0")
    #expect(Self.value("bytes", of: answers)?.json == "0")
    #expect(Self.value("temperature", of: answers)?.json == "null")
  }

  @Test("answers are counted, and the last one's fields are read as the apps do")
  func fields() {
    let answers = ServedAnswers()
    let page =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE HTML>\r\n<html>\r\nCO2: 446.00\n"
      + "Humidity: 54.11\nAltitude: 50.82\nTVOC: 13.00\nPressure: 100717.15\nTemperature: 27.25\n"
      + "Latitude: 45478027\nLongitude: 9227625<br>\n</html>\n"
    answers.take(Array("HTTP/1.1 404 Not Found\r\n\r\n".utf8))
    answers.take(Array(page.utf8))
    #expect(Self.value("answers", of: answers)?.json == "2")
    #expect(Self.value("bytes", of: answers)?.json == "\(page.utf8.count)")
    #expect(Self.value("temperature", of: answers)?.json == "27.25")
    #expect(Self.value("humidity", of: answers)?.json == "54.11")
    #expect(Self.value("pm25", of: answers) == nil)
  }

  @Test("a line without a head, and bytes that are no text, are no more than bytes")
  func garbage() {
    let answers = ServedAnswers()
    answers.take(Array("22.5;45.3;100653;56;12;412;1.7;4;5.1;5.2;5.2;45.478129;9.227790".utf8))
    #expect(Self.value("temperature", of: answers)?.json.hasPrefix("22.5") == true)
    answers.take([0xFF, 0x00, 0xFE])
    #expect(Self.value("bytes", of: answers)?.json == "3")
    #expect(Self.value("temperature", of: answers)?.json == "null")
  }
}
