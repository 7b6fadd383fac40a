import Quantities
import Testing

/// The properties of the table that the outputs rely on, whatever rows are added.
@Suite("The table of quantities")
struct QuantityTableTests {
  private static let rows = Quantity.allCases.map(\.row)

  @Test("has a name for each, in snake case")
  func names() {
    let names = Self.rows.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(name)") }
  }

  @Test("has two quantities that the firmware derives")
  func provenances() {
    let derived = Quantity.allCases.filter { $0.provenance.name == "derived" }
    #expect(derived == [.altitude, .pm05])
    let measured = Quantity.allCases.filter { $0.provenance.name == "measured" }
    #expect(measured.count + derived.count == Quantity.allCases.count)
  }

  @Test("fills the places of every dialect, each of them once")
  func places() {
    for places in [
      Self.rows.compactMap(\.moqa), Self.rows.compactMap(\.airQuality),
      Self.rows.compactMap { $0.page?.place },
    ] {
      #expect(places.sorted() == Array(0..<places.count))
    }
  }

  @Test("has dialects whose fields never change")
  func dialects() {
    let eleven: [Quantity] = [
      .temperature, .humidity, .pressure, .altitude, .tvocs, .eco2, .pm05, .pm1, .pm25, .pm4, .pm10,
    ]
    #expect(Quantity.airQualityFields == eleven)
    #expect(Quantity.moqaFields == eleven + [.latitude, .longitude])
    #expect(
      Quantity.pageFields.compactMap(\.pageLabel) == [
        "CO2", "Humidity", "Altitude", "TVOC", "Pressure", "Temperature", "Latitude", "Longitude",
      ])
  }

  @Test("gives air and light two decimals, gases none, and a place nine")
  func decimals() {
    for quantity in Quantity.allCases {
      let decimals =
        switch quantity {
        case .tvocs, .eco2: 0
        case .latitude, .longitude: 9
        default: 2
        }
      #expect(quantity.row.decimals == decimals, "\(quantity)")
    }
  }

  @Test("gives no column of the card twice, nor one of the card's own")
  func columns() {
    let columns = Self.rows.compactMap(\.column) + [0, 15, 16]
    #expect(Set(columns).count == columns.count)
    #expect(columns.max() == columns.count - 1)
  }

  @Test("has a metric of each quantity, in a place of its own")
  func metrics() {
    var places: [Int] = []
    var names: [String] = []
    for row in Self.rows {
      switch row.metric {
      case .own(let place, let name, let help):
        places.append(place)
        names.append(name)
        #expect(!help.isEmpty && !help.hasSuffix("."))
      case .mass(let size): names.append(size)
      }
    }
    #expect(places.sorted() == Array(0..<places.count))
    #expect(Set(names).count == names.count)
  }
}
