import Testing

@testable import BoardSimCLI

@Suite("How far work has come")
struct ProgressTests {
  @Test("is told by the bytes of the input, also of an empty one")
  func fractions() {
    let half = Progress("reading", of: 200, isQuiet: false)
    let (isQuiet, fraction) = (half.isQuiet, half.fraction(after: 100))
    #expect(!isQuiet && fraction == 0.5)
    let nothing = Progress("reading", of: 0, isQuiet: false).fraction(after: 0)
    #expect(nothing == 0)
  }

  @Test(
    "is a bar of 30 characters",
    arguments: [(0, 0), (3, 0), (4, 1), (10, 3), (50, 15), (100, 30)])
  func bar(percent: Int, done: Int) {
    let bar = Progress.bar(percent)
    #expect(bar.count == 30 && bar.prefix { $0 == "━" }.count == done)
    #expect(bar.dropFirst(done).allSatisfy { $0 == "╌" })
  }

  @Test("is not told where the end is not known, or nobody wants to hear it")
  func silence() {
    let isQuiet = [
      Progress("reading", of: nil, isQuiet: false).isQuiet,
      Progress("reading", of: 200, isQuiet: true).isQuiet,
    ]
    #expect(isQuiet == [true, true])
  }
}
