import Testing

@testable import SatelliteOrbits

@Suite("How the Earth moves a satellite")
struct MotionTests {
  @Test("in the Earth's middle nothing pulls, and nothing is divided by")
  func middle() {
    let motion = Motion(position: .zero, velocity: SIMD3(1, 2, 3))
    #expect(motion.after(0) == motion)
  }
}
