#if PostgreSQL
  import AppServer
  @testable import AppStore
  import Testing

  @Suite("What is said to PostgreSQL, and what it says")
  struct PostgreSQLWordsTests {
    @Test(
      "a text goes without NUL, and comes back with it",
      arguments: [
        ("", ""), ("abc", "abc"), ("a\u{0}b", "a\u{1}0b"), ("\u{1}", "\u{1}1"),
        ("\u{2}", "\u{2}"), ("\u{1}\u{1}0", "\u{1}1\u{1}10"), ("\u{0}\u{1}é", "\u{1}0\u{1}1é"),
      ])
    func texts(text: String, kept: String) {
      #expect(PostgreSQLText.encoded(text) == Array(kept.utf8))
      #expect(PostgreSQLText.decoded(kept) == text)
    }

    @Test(
      "its codes are told as what they mean for a store",
      arguments: [
        ("53100", "full"), ("25006", "readOnly"), ("42501", "readOnly"), ("55P03", "unavailable"),
        ("57014", "unavailable"), ("40P01", "unavailable"), ("3F000", "unavailable"),
        ("42P06", "damaged"), ("42P07", "damaged"), ("42710", "damaged"), ("42723", "damaged"),
        ("08006", "unavailable"), ("53300", "unavailable"), ("57P01", "unavailable"),
        ("40001", "unavailable"), ("23503", "damaged"), ("42601", "damaged"),
      ])
    func meanings(state: String, meaning: String) {
      let error = PostgreSQLFailure(state: state, text: "its words").error(at: "here")
      #expect(error.kind == meaning)
      #expect(error.description.hasPrefix("here: "))
      let isForeign = ["42P06", "42P07", "42710", "42723"].contains(state)
      #expect(error.description.contains("its words") != isForeign)
    }

    @Test(
      "of a URL the host, the port and the database are told",
      arguments: [
        ("postgresql://ada:secret@h:5433/rows", "postgresql://h:5433/rows"),
        ("postgres://h/rows", "postgresql://h/rows"),
        ("postgresql:///rows?host=/run/x", "postgresql:///rows?host=/run/x"),
      ])
    func places(text: String, place: String) throws {
      let url = try PostgreSQLURL(text)
      #expect(url.text == text)
      #expect(url.place == place)
    }

    @Test(
      "what is no URL is refused, also where libpq can read it",
      arguments: ["host=h dbname=rows", "", "rows", "postgresql://[h/rows"])
    func noURL(text: String) {
      let error = #expect(throws: StoreError.self) { try PostgreSQLURL(text) }
      #expect(error?.description.hasPrefix("--store: no URL of PostgreSQL") == true)
    }
  }
#endif
