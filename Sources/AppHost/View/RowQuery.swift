internal import AppServer
internal import GNSSBasics
internal import HTTPMessages
internal import OpenData

/// The parameters of a query about rows: period, field, accounts, sensors and limits.
struct RowQuery: Sendable {
  let request: HTTPRequest
  /// The current time, at which a period without an end ends.
  let now: UnixTime

  /// An invalid query, with the error text for the client.
  struct Invalid: Error {
    var text: String
  }

  /// An account by which rows are selected.
  struct Owner: Hashable {
    /// The e-mail address as the client wrote it.
    var email: String
    /// The account's key, `Profile.key`.
    var key: String
  }

  /// The measured fields, without the position.
  static let fields = AirRow.fields.filter { $0 != .latitude && $0 != .longitude }
  /// The fields of pages: the measured ones, and the illuminance, which boards measure and rows lack.
  static let viewFields = fields + [.light]

  // MARK: Periods

  /// Returns the two ends of the period; by default the last 24 hours.
  func ends() throws(Invalid) -> (from: UnixTime, to: UnixTime) {
    let end = try instant("to") ?? now
    return (try instant("from") ?? end.advanced(by: .seconds(-86_400)), end)
  }

  private func instant(_ name: String) throws(Invalid) -> UnixTime? {
    guard let text = request.parameter(name) else { return nil }
    guard let time = AirRow.instant(text) else {
      throw Invalid(
        text: "\(name) must be a date such as 2026-11-22T00:00:00Z, not '\(text.prefix(40))'")
    }
    return time
  }

  // MARK: Fields, accounts, sensors

  /// Returns the field, one of `known`; the temperature by default.
  func field(among known: [Quantity] = Self.fields) throws(Invalid) -> Quantity {
    let name = request.parameter("field") ?? Quantity.temperature.name
    guard let field = known.first(where: { $0.name == name }) else {
      let names = known.map(\.name).joined(separator: ", ")
      throw Invalid(text: "field must be one of \(names), not '\(name.prefix(40))'")
    }
    return field
  }

  /// Returns the accounts, each once; `nil` when the query names none.
  func owners() throws(Invalid) -> [Owner]? {
    guard let text = request.parameter("owner"), !text.isEmpty else { return nil }
    var owners: [Owner] = []
    for email in text.split(separator: ",").map(String.init) {
      let owner = Owner(email: email, key: Profile.key(of: email))
      if !owners.contains(where: { $0.key == owner.key }) { owners.append(owner) }
    }
    let most = RowSelection.mostOwners
    guard (1...most).contains(owners.count) else {
      throw Invalid(text: "owner must be 1 to \(most) e-mail addresses, not \(owners.count)")
    }
    return owners
  }

  /// Returns the sensors of a field that the query names, each once.
  func sensors(of field: Quantity, atMost most: Int) throws(Invalid) -> [StationSensor] {
    guard let text = request.parameter("sensor"), !text.isEmpty else { return [] }
    var sensors: [StationSensor] = []
    for number in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sensor = try sensor(number, of: field)
      if !sensors.contains(sensor) { sensors.append(sensor) }
    }
    guard sensors.count <= most else {
      throw Invalid(text: "sensor must be at most \(most) numbers, not \(sensors.count)")
    }
    return sensors
  }

  private func sensor(
    _ number: Substring, of field: Quantity
  ) throws(Invalid) -> StationSensor {
    let list = "/view/stations?field=\(field.name) lists the sensors"
    guard let id = Int(number), let entry = StationSensor.all.first(where: { $0.sensor.id == id })
    else {
      throw Invalid(text: "sensor: there is no sensor '\(number.prefix(40))'; \(list)")
    }
    guard entry.sensor.quantity == field.openDataQuantity else {
      let quantity = entry.sensor.quantity.rawValue
      throw Invalid(text: "sensor \(id) measures \(quantity), not \(field.name); \(list)")
    }
    return entry
  }

  // MARK: Numbers

  /// Returns a whole number in a range.
  func number(
    _ name: String, default value: Int, in range: ClosedRange<Int>
  ) throws(Invalid) -> Int {
    guard let text = request.parameter(name) else { return value }
    guard let number = Int(text), range.contains(number) else {
      throw Invalid(
        text: "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text.prefix(40))'")
    }
    return number
  }

  /// Returns a radius in metres.
  func radius(default value: Double) throws(Invalid) -> Double {
    guard let text = request.parameter("radius") else { return value }
    guard let radius = Double(text), (1...100_000).contains(radius) else {
      throw Invalid(text: "radius must be metres from 1 to 100000, not '\(text.prefix(40))'")
    }
    return radius
  }
}

extension Quantity {
  /// The quantity of the region's sensors that corresponds to the field; `nil` for none.
  var openDataQuantity: OpenDataQuantity? {
    switch self {
    case .temperature: .temperature
    case .humidity: .humidity
    case .pm25: .pm25
    case .pm10: .pm10
    default: nil
    }
  }
}

extension OpenDataQuantity {
  /// The field of rows that corresponds to the quantity; `nil` for none.
  var field: Quantity? { RowQuery.fields.first { $0.openDataQuantity == self } }
}
