/// A row of an MSM's columns: the fields of one satellite, or of one cell.
protocol MSMRow: BitwiseCopyable {
  /// A row of which nothing is known.
  init()

  /// Returns the first bit of a view's columns of such rows, and the number of rows of each.
  static func columns(of view: borrowing MSMView) -> (position: Int, rowCount: Int)

  /// Sets all of some rows, but not the IDs, which no column has.
  static func read(
    _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, as type: MSMType)
}

extension MSMSatellite: MSMRow {
  init() { self.init(id: 0) }

  @inline(always)
  static func columns(of view: borrowing MSMView) -> (position: Int, rowCount: Int) {
    (view.satelliteColumns, view.header.satelliteCount)
  }

  @inline(always)
  static func read(
    _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, as type: MSMType
  ) {
    columns.read(type.field(.roughRangeInteger), &rows) { $0.roughRangeMilliseconds = $1 }
    columns.read(type.field(.extendedInformation), &rows) { $0.extendedInformation = $1 ?? 0 }
    columns.read(type.field(.roughRangeModulo), &rows) { $0.roughRangeModulo = $1 ?? 0 }
    columns.read(type.field(.roughPhaserangeRate), &rows) { $0.roughPhaserangeRate = $1 }
  }
}

extension MSMSignal: MSMRow {
  init() { self.init(satelliteID: 0, signalID: 0) }

  @inline(always)
  static func columns(of view: borrowing MSMView) -> (position: Int, rowCount: Int) {
    (view.signalColumns, view.header.cellCount)
  }

  @inline(always)
  static func read(
    _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, as type: MSMType
  ) {
    columns.read(type.field(.finePseudorange), &rows) { $0.finePseudorange = $1 }
    columns.read(type.field(.finePhaserange), &rows) { $0.finePhaserange = $1 }
    columns.read(type.field(.lockTimeIndicator), &rows) { $0.lockTimeIndicator = $1 ?? 0 }
    columns.read(type.field(.halfCycleAmbiguity), &rows) { (signal, bit: UInt8?) in
      signal.hasHalfCycleAmbiguity = bit == 1
    }
    columns.read(type.field(.cnr), &rows) { $0.cnr = $1 }
    columns.read(type.field(.finePhaserangeRate), &rows) { $0.finePhaserangeRate = $1 }
  }
}

#if !hasFeature(Embedded) || CONSTANT_KINDS
  extension MSMRow {
    /// Does the same by the columns of the type's kind, as ``MSMType/withConstantKind(_:)`` does it, which
    /// cannot lend a span.
    static func read(
      _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, of type: MSMType
    ) {
      switch type.kind {
      case 4: readMSM4(&rows, from: &columns, of: type.constellation)
      case 5: readMSM5(&rows, from: &columns, of: type.constellation)
      case 7: readMSM7(&rows, from: &columns, of: type.constellation)
      default: read(&rows, from: &columns, as: type)
      }
    }

    // Functions of their own: of one too long, the optimizer leaves calls that are to be inlined.
    @inline(never)
    private static func readMSM4(
      _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, of system: Constellation
    ) {
      read(&rows, from: &columns, as: MSMType(system, kind: 4))
    }

    @inline(never)
    private static func readMSM5(
      _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, of system: Constellation
    ) {
      read(&rows, from: &columns, as: MSMType(system, kind: 5))
    }

    @inline(never)
    private static func readMSM7(
      _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, of system: Constellation
    ) {
      read(&rows, from: &columns, as: MSMType(system, kind: 7))
    }
  }
#endif

/// Reads the same rows of an MSM's columns, one column after the other.
///
/// Not row by row: of neighbours in a column, several come with one word of eight bytes, at shifts that are
/// constants where the field is one.
struct MSMColumnReader: ~Escapable {
  private let reader: WordReader
  /// The first bit of the next column.
  private var column: Int
  /// The number of rows of each column.
  private let rowCount: Int
  /// The rows that are read.
  private let rows: Range<Int>

  @inline(always)
  @_lifetime(copy reader)
  init(_ reader: WordReader, columns: Int, of rowCount: Int, rows: Range<Int>) {
    (self.reader, column, self.rowCount, self.rows) = (reader, columns, rowCount, rows)
  }

  /// Reads the next column's numbers; all of them are `nil` where there is no such column.
  ///
  /// - Parameters:
  ///   - field: The column's field; it has up to 57 bits.
  ///   - rows: Takes what is read; not fewer than are read.
  ///   - set: Sets a row to its number; `nil` is "not available".
  @inline(always)
  @_lifetime(self: copy self)
  mutating func read<Row, Value: FixedWidthInteger>(
    _ field: DataField?, _ rows: inout MutableSpan<Row>, _ set: (inout Row, Value?) -> Void
  ) {
    #if !hasFeature(Embedded) || CONSTANT_KINDS
      let count = self.rows.count
      guard let field else {
        // Sound: there are at least as many rows.
        for row in 0..<count { unsafe set(&rows[unchecked: row], nil) }
        return
      }
      let notAvailable = field.notAvailable.map { field.integer(of: $0) }
      let width = field.bitCount
      let start = column &+ self.rows.lowerBound &* width
      column &+= rowCount &* width

      @inline(always)
      func setRows(_ count: Int, from first: Int) {
        let word = reader.word(before: start &+ (first &+ count) &* width)
        for row in 0..<count {
          let shift = UInt64(truncatingIfNeeded: (count &- 1 &- row) &* width)
          let number = field.integer(of: field.lowest(of: word &>> shift))
          // Sound: there are at least as many rows.
          unsafe set(
            &rows[unchecked: first &+ row],
            number == notAvailable ? nil : Value(truncatingIfNeeded: number))
        }
      }

      // As many as a word has for sure: where the field is a constant, so is this, and the optimizer needs
      // no loop for them. More than eight do not pay.
      let rowsPerWord = min(57 / width, 8)
      var row = 0
      guard count >= rowsPerWord else {
        while row < count {
          setRows(1, from: row)
          row &+= 1
        }
        return
      }
      while row &+ rowsPerWord < count {
        setRows(rowsPerWord, from: row)
        row &+= rowsPerWord
      }
      // The last ones at once too, though some may be set for the second time.
      setRows(rowsPerWord, from: count &- rowsPerWord)
    #else
      // One row only, so that a microcontroller's memory has room for the code.
      guard let field else { return set(&rows[0], nil) }
      let bits = nextBits(field.bitCount)
      set(
        &rows[0],
        bits == field.notAvailable ? nil : Value(truncatingIfNeeded: field.integer(of: bits)))
    #endif
  }

  #if hasFeature(Embedded) && !CONSTANT_KINDS
    /// The first row's bits of the next column, which has so many.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func nextBits(_ width: Int) -> UInt64 {
      let word = reader.word(before: column &+ (rows.lowerBound &+ 1) &* width)
      column &+= rowCount &* width
      return word & ~(.max &<< UInt64(truncatingIfNeeded: width))
    }
  #endif
}

/// Reads an MSM's rows some at a time, and gives them one by one.
struct MSMRowsAhead<Row: MSMRow> {
  #if !hasFeature(Embedded) || CONSTANT_KINDS
    /// The rows read last: not too many to be made anew for each message.
    private var rows = InlineArray<16, Row>(repeating: Row())
  #endif
  /// The next row of the message.
  private var next = 0

  /// The next row, without its IDs; it is a row of the message.
  @inline(always)
  mutating func next(in view: borrowing MSMView) -> Row {
    defer { next &+= 1 }
    #if !hasFeature(Embedded) || CONSTANT_KINDS
      let index = next & 15
      if index == 0 { readAhead(in: view) }
      return rows[index]
    #else
      return view.row(next)
    #endif
  }

  #if !hasFeature(Embedded) || CONSTANT_KINDS
    private mutating func readAhead(in view: borrowing MSMView) {
      let first = next
      var rows = rows.mutableSpan
      view.read(first..., into: &rows)
    }
  #endif
}
