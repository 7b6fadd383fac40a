import GNSSBasics
import Testing

@Suite("Days of the calendar")
struct CivilDateTests {
  /// Compares each day with the day before, through two of the calendar's 400-year periods.
  @Test("every day of 800 years follows the one before", arguments: [-800, 1600])
  func everyDay(firstYear: Int) {
    let first = -719_468 - 60 + 365 * firstYear + firstYear / 4 - firstYear / 100 + firstYear / 400
    var (days, isRight) = (first, true)
    for year in firstYear..<(firstYear + 801) {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        for day in 1...length {
          let date = CivilDate(daysSince1970: days)
          isRight =
            isRight && (date.year, date.month, date.day) == (year, month + 1, day)
            && CivilDate(year: year, month: month + 1, day: day)?.daysSince1970 == days
          days += 1
        }
      }
      #expect(isRight, "in \(year)")
      if !isRight { return }
    }
  }

  @Test(
    "days that are known",
    arguments: [
      (0, 1970, 1, 1), (3657, 1980, 1, 6), (11_016, 2000, 2, 29), (-1, 1969, 12, 31),
      (-40_587, 1858, 11, 17), (-719_468, 0, 3, 1), (-719_528, 0, 1, 1),
    ])
  func known(days: Int, year: Int, month: Int, day: Int) {
    let date = CivilDate(daysSince1970: days)
    #expect((date.year, date.month, date.day) == (year, month, day))
  }
}
