@testable import BoardHost
import Testing

@Suite("Fields as both apps read them")
struct NumberTextTests {
  @Test(
    "plain decimal numbers",
    arguments: [
      ("23.41", 23.41, 2), ("-3", -3, 0), ("0", 0, 0),
      ("45.478509979181595", 45.478509979181595, 15),
      ("007.5", 7.5, 1),
    ])
  func plain(text: String, value: Double, decimals: Int) {
    #expect(NumberText(text) == .plain(value, decimals: decimals))
  }

  @Test(
    "numbers in a form that no board needs",
    arguments: [
      ("1e3", 1000, "an exponent"), ("2.5E-1", 0.25, "an exponent"), ("+4", 4, "a plus sign"),
      (".5", 0.5, "a point without a digit on each side"),
      ("5.", 5, "a point without a digit on each side"),
      (" 5", 5, "blanks or a line end around it"), ("5\r\n", 5, "blanks or a line end around it"),
    ])
  func odd(text: String, value: Double, oddity: String) {
    #expect(NumberText(text) == .odd(value, oddity))
  }

  @Test("a decimal comma")
  func comma() {
    #expect(NumberText("23,4") == .comma(23.4))
    #expect(NumberText("-0,25") == .comma(-0.25))
  }

  @Test(
    "a number with something behind it",
    arguments: [
      ("102700 Pa", 102_700, " Pa"), ("23.4°C", 23.4, "°C"), ("1,", 1, ","), ("5e", 5, "e"),
      ("23,4 °C", 23, ",4 °C"),
    ])
  func followed(text: String, value: Double, rest: String) {
    #expect(NumberText(text) == .followed(value, by: rest))
  }

  @Test("no number at all", arguments: ["nan", "inf", "null", "-", ".", "<html>", " ", "٣"])
  func none(text: String) {
    #expect(NumberText(text) == .none(text))
    #expect(NumberText(text).value == nil)
  }

  @Test("nothing")
  func empty() { #expect(NumberText("") == .empty) }
}
