import Bytes

extension Sourcetable {
  /// Returns the records that a filter accepts, in the order of the table.
  ///
  /// ``SourcetableFilter/isForReader`` is ignored, because a table has no information on rights.
  public func filtered(by filter: SourcetableFilter) -> Sourcetable {
    guard filter.conditions.contains(where: { $0 != nil }) else { return self }
    var kept: [(record: Record, fields: SourcetableFields)] = []
    for record in records {
      if let fields = record.fields, filter.accepts(fields) { kept.append((record, fields)) }
    }
    for measure in filter.measures {
      let distances = kept.map { measure.distance(of: $0.record, $0.fields) }
      guard let least = distances.min() else { break }
      kept = zip(kept, distances).filter { $0.1 <= least + 1e-9 }.map { $0.0 }
    }
    return Sourcetable(kept.map { $0.record })
  }
}

extension Sourcetable.Record {
  /// The record's fields in their text form; `nil` for an unknown kind of record.
  fileprivate var fields: SourcetableFields? {
    switch self {
    case .stream(let record):
      SourcetableFields(record.encode()[...], count: StreamRecord.fieldCount)
    case .caster(let record):
      SourcetableFields(record.encode()[...], count: CasterRecord.fieldCount)
    case .network(let record): SourcetableFields(record.encode()[...], count: 9)
    case .other: nil
    }
  }

  /// The number of the latitude field, followed by the longitude field; `nil` for a record without a place.
  fileprivate var latitudeField: Int? {
    switch self {
    case .stream: 10
    case .caster: 8
    case .network, .other: nil
    }
  }
}

extension SourcetableFilter {
  /// The quantity by which a `~` condition selects the nearest record.
  fileprivate enum Measure {
    /// The difference between a field, numbered from 1, and a number.
    case difference(field: Int, Double)
    /// The distance to a place; `field` is the latitude field, followed by the longitude field.
    case place(field: Int, GeodeticPosition)
  }

  /// Returns whether the fields meet all conditions; any number meets a `~` condition.
  fileprivate func accepts(_ fields: SourcetableFields) -> Bool {
    conditions.indices.allSatisfy { index in
      guard let condition = conditions[index] else { return true }
      return accepts(Array(fields.text(index + 1).utf8)[...], condition)
    }
  }

  private func accepts(_ field: ArraySlice<UInt8>, _ condition: Condition) -> Bool {
    switch condition {
    case .text(let pattern): return accepts(field, pattern)
    case .compared(let comparison, let number):
      guard let value = field.decimalNumber else { return comparison == .different }
      return comparison.holds(value, number)
    case .nearest: return field.decimalNumber != nil
    case .not(let condition): return !accepts(field, condition)
    case .all(let conditions): return conditions.allSatisfy { accepts(field, $0) }
    case .either(let conditions): return conditions.contains { accepts(field, $0) }
    }
  }

  private func accepts(_ field: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
    if let wanted = pattern[...].decimalNumber, let value = field.decimalNumber {
      return wanted == value
    }
    return isStrict
      ? field.matches(pattern[...])
      : field.map { $0.lowercased }[...].matches(pattern.map { $0.lowercased }[...])
  }

  /// The quantities by which `~` conditions select the nearest record, in the order of their fields.
  fileprivate var measures: [Measure] {
    var measures: [Measure] = []
    var index = 0
    while index < conditions.count {
      if case .nearest(let number) = conditions[index] {
        if index + 1 < conditions.count, case .nearest(let next) = conditions[index + 1] {
          let place = GeodeticPosition(latitude: number, longitude: next, height: 0)
          measures.append(.place(field: index + 1, place))
          index += 1
        } else {
          measures.append(.difference(field: index + 1, number))
        }
      }
      index += 1
    }
    return measures
  }
}

extension SourcetableFilter.Measure {
  /// Returns the distance of a record, in metres for a place and otherwise in the field's unit.
  func distance(of record: Sourcetable.Record, _ fields: SourcetableFields) -> Double {
    switch self {
    case .difference(let field, let number): return Self.difference(fields, field, number)
    case .place(let field, let place):
      guard record.latitudeField == field, let latitude = fields.latitude(field),
        let longitude = fields.longitude(field + 1)
      else {
        return Self.difference(fields, field, place.latitude)
          + Self.difference(fields, field + 1, place.longitude)
      }
      return place.greatCircleDistance(
        to: GeodeticPosition(latitude: latitude, longitude: longitude, height: 0))
    }
  }

  private static func difference(
    _ fields: SourcetableFields, _ field: Int, _ number: Double
  ) -> Double {
    let value = Array(fields.text(field).utf8)[...].decimalNumber
    return value.map { ($0 - number).magnitude } ?? .infinity
  }
}

extension SourcetableFilter.Comparison {
  fileprivate func holds(_ value: Double, _ number: Double) -> Bool {
    switch self {
    case .equal: value == number
    case .different: value != number
    case .less: value < number
    case .atMost: value <= number
    case .greater: value > number
    case .atLeast: value >= number
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the whole slice matches a pattern: `*` for any bytes, `?` for one byte.
  ///
  /// The time is at most proportional to the product of the two lengths, for any pattern.
  fileprivate func matches(_ pattern: ArraySlice<UInt8>) -> Bool {
    var (at, wanted) = (startIndex, pattern.startIndex)
    /// The place to resume from when the text after the last `*` does not match, one byte further each time.
    var retry: (at: Int, wanted: Int)?
    while at < endIndex {
      if wanted < pattern.endIndex, pattern[wanted] == UInt8(ascii: "*") {
        wanted += 1
        retry = (at, wanted)
      } else if wanted < pattern.endIndex,
        pattern[wanted] == UInt8(ascii: "?") || pattern[wanted] == self[at]
      {
        at += 1
        wanted += 1
      } else if let last = retry {
        retry = (last.at + 1, last.wanted)
        (at, wanted) = (last.at + 1, last.wanted)
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
