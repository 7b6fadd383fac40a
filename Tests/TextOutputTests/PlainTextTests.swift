import Testing
import TextOutput

@Suite("Text for people")
struct PlainTextTests {
  @Test(
    "numbers are written as people write them",
    arguments: [
      (PlainText.number(1.50, decimals: 2), "1.5"), (PlainText.number(10, decimals: 1), "10"),
      (PlainText.number(100, decimals: 0), "100"), (PlainText.number(.nan, decimals: 1), "?"),
      (PlainText.percent(0.0099), "less than 0.01 %"), (PlainText.percent(0.01), "0.01 %"),
      (PlainText.percent(12.345), "12.35 %"), (PlainText.seconds(1500), "1.5 s"),
      (PlainText.seconds(1), "0.001 s"), (PlainText.rate(1000), "1 Hz"),
      (PlainText.rate(1001), "1.001 s"), (PlainText.rate(300), "3.33 Hz"),
      (PlainText.clock(seconds: 0), "00:00:00"), (PlainText.clock(seconds: 3_723), "01:02:03"),
      (PlainText.clock(seconds: 86_399), "23:59:59"),
      (PlainText.clock(seconds: 360_000), "100:00:00"),
      (PlainText.list([]), ""), (PlainText.list(["a"]), "a"),
      (PlainText.list(["a", "b"]), "a and b"),
      (PlainText.list(["a", "b", "c"]), "a, b and c"),
    ])
  func plain(text: String, expected: String) {
    #expect(text == expected)
  }
}
