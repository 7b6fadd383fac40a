import Mathematics
import TextOutput

/// The text of a measurement for the phone apps: numbers joined by semicolons, without a line end.
struct MeasurementText {
  private let quantities: [Quantity]
  private let pm05: DataServerConfiguration.PM05

  init(_ configuration: DataServerConfiguration) {
    quantities = configuration.dialect.fields
    pm05 = configuration.pm05
  }

  /// Returns the text; a quantity that was never measured is an empty field.
  func body(of measurement: Measurement) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(128)
    for (index, quantity) in quantities.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ";")) }
      guard let value = measurement[source(of: quantity)] else { continue }
      text.append(decimal: value.value, decimals: quantity.decimals)
    }
    return text
  }

  /// Returns the fields with values older than a limit, as `name=seconds,…`; `nil` when there are none.
  func ages(
    in measurement: Measurement, over staleAfter: Duration, at now: Duration
  ) -> String? {
    var text: [UInt8] = []
    for quantity in quantities {
      guard let age = measurement[quantity]?.age(at: now), age > staleAfter else {
        continue
      }
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      text.append(contentsOf: quantity.name.utf8)
      text.append(UInt8(ascii: "="))
      text.append(decimal: age.inSeconds, decimals: 1)
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  private func source(of quantity: Quantity) -> Quantity {
    quantity == .pm05 && pm05 == .number ? .pm05Number : quantity
  }
}
