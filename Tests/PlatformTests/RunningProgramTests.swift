#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("A program that runs beside a test")
  struct RunningProgramTests {
    @Test("has three descriptors, and none of what others opened for programs of their own")
    func three() throws {
      // The pipe's ends are inherited by every program that is started without precautions.
      let others = Pipe()
      let listed = try RunningProgram("ls", ["/proc/self/fd"]).readToEnd()
      withExtendedLifetime(others) {}
      // The fourth descriptor is the listed folder.
      #expect(String(decoding: listed, as: UTF8.self) == "0\n1\n2\n3\n")
    }
  }
#endif
