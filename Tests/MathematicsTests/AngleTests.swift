import Mathematics
import Testing

@Suite("Angles")
struct AngleTests {
  @Test("degrees and radians turn into each other")
  func angles() {
    #expect(180.0.degreesInRadians == .pi)
    #expect((-Double.pi / 2).radiansInDegrees == -90)
  }
}
