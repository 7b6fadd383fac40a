import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("boardsim run on a terminal")
  struct RunOnTerminalTests {
    @Test("how many of many boards have started is told while they do")
    func tellsStart() async throws {
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (lock, number): (Int32, UInt32) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
      try #require(ioctl(terminal, 0x4004_5431, &lock) == 0)
      try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
      let screen = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(screen >= 0)
      let program = try BoardSimProcess.program.path
      let process = try StartedProgram(
        at: program,
        [
          program, "run", "--boards", "1000", "--port", "0", "--speed", "max", "--duration", "0.1",
        ],
        errors: screen)
      close(screen)
      // The terminal's other end reports an error once the process has closed it.
      let shown = await onThread {
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while case let count = read(terminal, &piece, piece.count), count > 0 {
          bytes += piece[..<count]
        }
        close(terminal)
        return String(decoding: bytes, as: UTF8.self)
      }
      #expect(process.waitForEnd() == 0)
      // On a busy machine all may start between two looks: a bar is there, of whatever length.
      #expect(shown.contains("\r\u{1B}[Kstarting 1000 boards "), "\(shown)")
    }
  }
#endif
