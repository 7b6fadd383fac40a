import BoardSimulation
import GNSSBasics
import Testing

@Suite("A quantity's course")
struct WorldCourseTests {
  private static let noon = World.defaultBootDate

  private func value(_ course: WorldCourse, at seconds: Double) -> Double {
    let time = Duration.seconds(seconds)
    return course.value(at: time, date: Self.noon.advanced(by: time))
  }

  @Test("is level before its first point and after its last, and straight between, in any order")
  func ramp() {
    let course = WorldCourse([.init(100, 30), .init(0, 10), .init(200, 10)])
    let expected: [(Double, Double)] = [
      (-5, 10), (0, 10), (50, 20), (100, 30), (150, 20), (200, 10), (1e6, 10),
    ]
    for (time, height) in expected { #expect(value(course, at: time) == height) }
  }

  @Test("two points of one time are a jump to the later one")
  func jump() {
    let course = WorldCourse([.init(0, 1), .init(10, 1), .init(10, 5), .init(20, 5)])
    #expect(value(course, at: 9.999) < 1.001 && value(course, at: 10) == 5)
  }

  @Test("of a day is the same each day, by the hours of the date, without a jump at midnight")
  func daily() {
    let course = WorldCourse(daily: [.init(6 * 3600, 0), .init(18 * 3600, 12)])
    #expect(value(course, at: 0) == 6, "at noon")
    #expect(value(course, at: 6 * 3600) == 12 && value(course, at: 18 * 3600) == 0)
    #expect(value(course, at: 12 * 3600) == 6, "at midnight")
    #expect(value(course, at: -12 * 3600) == 6 && value(course, at: 240 * 3600 + 900) == 6.25)
  }

  @Test("of dates follows the date, whatever the date of board time zero")
  func dated() {
    let start = Double(Self.noon.nanoseconds) / 1e9
    let course = WorldCourse(dated: [.init(start, 10), .init(start + 100, 30)])
    #expect(value(course, at: 50) == 20 && value(course, at: 1e6) == 30)
    let late = Self.noon.advanced(by: .seconds(75))
    #expect(course.value(at: .zero, date: late) == 25)
  }

  @Test("of one number never changes, and of no point is 0")
  func constant() {
    #expect(value(WorldCourse(21), at: 1e9) == 21 && value(WorldCourse([]), at: 3) == 0)
    #expect(value(WorldCourse(daily: []), at: 3) == 0)
  }
}
