import BoardSimulation
import Foundation
import TestSupport
import Testing

@Suite("The page of the Wi-Fi modem")
struct ModemPageTests {
  private static let page = try? String(
    contentsOf: SharedCaptures.packageRoot.appending(path: "docs/modem.md"), encoding: .utf8)

  @Test("the page's table has every command, by its name", arguments: WiFiModem.commandNames)
  func commands(name: String) throws {
    let page = try #require(Self.page)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `AT") }
    let commands = rows.compactMap { $0.split(separator: "|").first }.flatMap {
      $0.split(separator: "`").map { $0.prefix { $0 != "=" && $0 != "?" } }
    }
    #expect(commands.contains { $0 == name })
  }

  @Test("the page's table has every fault with its parameters", arguments: ModemFault.Kind.allCases)
  func faults(kind: ModemFault.Kind) throws {
    let page = try #require(Self.page)
    let parameters = kind.parameters.map { parameter in
      let value = parameter.standard
      return
        " \(parameter.name.rawValue)=\(value == value.rounded() ? "\(Int(value))" : "\(value)")"
    }
    #expect(page.contains("| `\(kind.rawValue)\(parameters.joined())` |"))
  }

  @Test("the page has a column for every version")
  func versions() throws {
    let names = ATVersion.allCases.map(\.rawValue).joined(separator: " | ")
    #expect(try #require(Self.page).contains("| `--at-version` | \(names) |"))
  }
}
