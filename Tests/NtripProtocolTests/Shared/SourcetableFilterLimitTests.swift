import NtripProtocol
import Testing

@Suite("Limits of a sourcetable's filter")
struct SourcetableFilterLimitTests {
  /// Returns the error of a query; `nil` for a query without one.
  private static func error(_ query: String) -> SourcetableFilterError? {
    do throws(SourcetableFilterError) {
      _ = try SourcetableFilter(query: query)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "parentheses are at most 16 deep",
    arguments: [(16, nil), (17, .tooDeep(field: 1))]
      as [(Int, SourcetableFilterError?)])
  func depth(count: Int, error: SourcetableFilterError?) {
    let query = String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
    #expect(Self.error(query) == error)
  }

  @Test(
    "a filter has at most 32 fields",
    arguments: [(32, nil), (33, .tooManyFields)]
      as [(Int, SourcetableFilterError?)])
  func fields(count: Int, error: SourcetableFilterError?) {
    #expect(Self.error(String(repeating: ";", count: count - 1)) == error)
  }

  @Test(
    "comparisons with a number differ at the number itself",
    arguments: [
      ("<", [4799], [4800, 4801]), ("<=", [4799, 4800], [4801]), (">", [4801], [4799, 4800]),
      (">=", [4800, 4801], [4799]), ("=", [4800], [4799, 4801]), ("!=", [4799, 4801], [4800]),
    ] as [(String, [Int], [Int])])
  func comparisons(word: String, accepted: [Int], rejected: [Int]) throws {
    let filter = try SourcetableFilter(query: "STR;;;;;;;;;;;;;;;;;\(word)4800")
    let table = Sourcetable(
      (accepted + rejected).map { .stream(StreamRecord(mountpoint: "M", bitrate: $0)) })
    #expect(table.filtered(by: filter).streams.map(\.bitrate) == accepted)
  }

  @Test("records at the same least distance are all the nearest")
  func nearest() throws {
    let table = Sourcetable(
      [4700, 4900, 4900, 4901].map { .stream(StreamRecord(mountpoint: "M", bitrate: $0)) })
    let filter = try SourcetableFilter(query: "STR;;;;;;;;;;;;;;;;;~4800")
    #expect(table.filtered(by: filter).streams.map(\.bitrate) == [4700, 4900, 4900])
  }
}
