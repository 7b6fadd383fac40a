@testable import BoardHost
import Foundation
import Platform
import TestSupport
import Testing

@Suite("boardsim doctor's findings")
struct DoctorTests {
  private static func finding(
    _ name: String, in doctor: Doctor
  ) throws -> CheckFinding {
    try #require(doctor.findings().first { $0.name == name })
  }

  @Test("a port that is taken is told with its holder and the way out")
  func takenPort() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = Doctor.Port(socket.port, use: "a test", option: "--port")
    let finding = try Self.finding("port-\(socket.port)", in: Doctor(ports: [port]))
    #expect(finding.verdict == .warn)
    #expect(finding.sentence.contains("--port"))
    #if os(Linux)
      #expect(finding.found.contains("(process \(ProcessInfo.processInfo.processIdentifier))"))
    #endif
  }

  @Test("the ports looked at are those that the commands take unless told otherwise")
  func usualPorts() {
    #expect(Doctor().ports.map(\.number) == [3000, 3001, 2101])
  }

  @Test("a port that is free is told with what takes it")
  func freePort() throws {
    // Port 0 stands for any free port.
    let finding = try Self.finding(
      "port-0", in: Doctor(ports: [.init(0, use: "a test", option: "--port")]))
    #expect(finding == CheckFinding("port-0", .ok, "free, a test"))
  }

  @Test("engines are told, and none that is missing is a fault", .compares(with: .mosquitto))
  func engines() throws {
    let finding = try Self.finding("engines", in: Doctor(ports: []))
    #expect(finding.verdict == .ok)
    #expect(finding.found.contains("MQTT by libmosquitto/2."))
    let parts = finding.found.split(separator: ", ").map(String.init)
    #expect(parts.count == 7 && parts.contains("mosquitto") && !parts.contains("no mosquitto"))
    #expect(Engine(name: "X", probe: "command -v no-such-program").sentence == "no X")
  }

  @Test("the tables of Linux are read for who listens, and where")
  func tables() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0
         1: 00000000:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4712 1 0
         2: 0100007F:0BB8 0100007F:C000 01 00000000:00000000 00:00000000 00000000     0        0 4713 1 0
         3: 0100007F:0BB9 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4714 1 0
         4: 00000000000000000000000001000000:0BB8 00000000:0000 0A 0:0 0:0 0 33 0 4715
         5: 0100007F:0BB8 00000000:0000 0A 0:0 0:0 0 34 0
         6: 0100007F 00000000:0000 0A 0:0 0:0 0 35 0 4716
        broken
      """
    #expect(
      ListeningProgram.all(on: 3000, in: table) == [
        ListeningProgram(inode: "4711", user: "1000", isLoopback: true),
        ListeningProgram(inode: "4712", user: "0", isLoopback: false),
        ListeningProgram(inode: "4715", user: "33", isLoopback: true),
      ])
    #expect(ListeningProgram.all(on: 3000, in: "").isEmpty)
  }

  @Test("a program whose sockets nobody may see is told by its user")
  func foreignProgram() {
    let program = ListeningProgram(inode: "no-such-inode", user: "33", isLoopback: true)
    #expect(program.name == "a program of user 33")
  }

  @Test("a named card folder has to be writable; one that is not there yet may be made")
  func cardFolder() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([1], to: "file")
    func verdict(_ path: String) throws -> CheckFinding {
      try Self.finding("card", in: Doctor(ports: [], cardFolder: path))
    }
    #expect(try verdict(folder.path).verdict == .ok)
    #expect(try verdict(folder.path("new")).verdict == .ok)
    #expect(try folder.names == ["file"])
    let bad = try verdict(file)
    #expect(bad.verdict == .fail)
    #expect(bad.sentence.contains("'\(file)'"))
    #expect(try verdict(folder.path("no/where")).verdict == .fail)
  }

  @Test("the C libraries tell their versions, and descriptors their number")
  func system() throws {
    let findings = Doctor(ports: []).findings()
    let libraries = try #require(findings.first { $0.name == "libraries" })
    for name in ["libcurl/", "libmicrohttpd/", "libevent/"] {
      #expect(libraries.found.contains(name))
    }
    #expect(findings.contains { $0.name == "descriptors" && $0.found.first?.isNumber == true })
    #expect(Set(findings.map(\.name)).isSuperset(of: ["phone", "swift", "pyrtcm", "rtklib"]))
    let descriptors = try #require(findings.first { $0.name == "descriptors" })
    #expect((descriptors.verdict == .ok) == (DescriptorLimit.current >= 1024))
    let phone = try #require(findings.first { $0.name == "phone" })
    #expect(phone.verdict == .ok ? phone.found.contains(":3000") : phone.remedy != nil)
  }

  @Test("a firewall is seen by its settings")
  func firewall() {
    #expect(Firewall.isOn(ufwSettings: "# x\nENABLED=yes\nLOGLEVEL=low\n"))
    #expect(!Firewall.isOn(ufwSettings: "#ENABLED=yes\nENABLED=no\n"))
    for (settings, hasFirewalld, active) in [
      (nil, false, nil), ("ENABLED=no", false, nil), ("ENABLED=no", true, .firewalld),
      (nil, true, .firewalld), ("ENABLED=yes", true, .ufw), ("ENABLED=yes", false, .ufw),
    ] as [(String?, Bool, Firewall?)] {
      #expect(Firewall.active(ufwSettings: settings, hasFirewalld: hasFirewalld) == active)
    }
    #expect(Firewall.firewalld.opening(3000).contains("--add-port=3000/tcp"))
    #expect(Firewall.ufw.opening(3000).contains("3000/tcp"))
  }
}
