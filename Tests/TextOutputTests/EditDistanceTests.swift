import Testing
import TextOutput

@Suite("Distances of words")
struct EditDistanceTests {
  @Test(
    "the distance of two words is how many letters must change",
    arguments: [
      ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3),
      ("flaw", "lawn", 2), ("saturday", "sunday", 3), ("intention", "execution", 5),
      ("ab", "ba", 2),
    ])
  func distance(a: String, b: String, distance: Int) {
    #expect(editDistance(a, b) == distance)
    #expect(editDistance(b, a) == distance)
  }

  @Test(
    "a known word is suggested when two letters, or a third of them, are wrong",
    arguments: [
      ("replya", "; did you mean 'replay'?"), ("rply", "; did you mean 'replay'?"),
      ("rpl", ""), ("", ""), ("constelation", "; did you mean 'constellation'?"),
      ("cnstellatn", "; did you mean 'constellation'?"), ("cnstlltn", ""),
    ])
  func suggests(word: String, words: String) {
    #expect(suggestion(for: word, in: ["constellation", "replay"]) == words)
    #expect(suggestion(for: word, in: []) == "")
  }
}
