/// A row of an MSM's columns: the fields of one satellite or of one cell.
protocol MSMRow: BitwiseCopyable {
  /// Creates a row without values.
  init()

  /// Returns the bit offset of a view's first column of such rows, and the number of rows.
  static func columns(of view: borrowing MSMView) -> (position: Int, rowCount: Int)

  /// Reads all columns into some rows; the IDs, which are not in the columns, stay unchanged.
  static func read(
    _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, as type: MSMType)
}

extension MSMSatellite: MSMRow {
  init() { self.init(id: 0, roughRangeMilliseconds: 0, roughPhaserangeRate: 0) }

  @inline(always)
  static func columns(of view: borrowing MSMView) -> (position: Int, rowCount: Int) {
    (view.satelliteColumns, view.satelliteCount)
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
  init() {
    self.init(
      satelliteID: 0, signalID: 0, finePseudorange: 0, finePhaserange: 0, cnr: 0,
      finePhaserangeRate: 0)
  }

  @inline(always)
  static func columns(of view: borrowing MSMView) -> (position: Int, rowCount: Int) {
    (view.signalColumns, view.cellCount)
  }

  @inline(always)
  static func read(
    _ rows: inout MutableSpan<Self>, from columns: inout MSMColumnReader, as type: MSMType
  ) {
    columns.read(type.field(.finePseudorange), &rows) { $0.finePseudorange = $1 }
    columns.read(type.field(.finePhaserange), &rows) { $0.finePhaserange = $1 }
    columns.read(type.field(.lockTimeIndicator), &rows) { $0.startLock($1 ?? 0) }
    columns.read(type.field(.halfCycleAmbiguity), &rows) { $0.addHalfCycleBit($1 ?? 0) }
    columns.read(type.field(.cnr), &rows) { $0.cnr = $1 }
    columns.read(type.field(.finePhaserangeRate), &rows) { $0.finePhaserangeRate = $1 }
  }
}

#if !hasFeature(Embedded) || CONSTANT_KINDS
  extension MSMRow {
    /// Reads all columns into some rows, specialized for the common kinds 4, 5 and 7.
    ///
    /// ``MSMType/withConstantKind(_:)`` does the same, but cannot lend a span.
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

    // Separate functions, because the optimizer does not inline every call in a function that is too long.
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

/// A reader of the same rows in one MSM column after another.
///
/// Reading by column is faster than by row: one word of eight bytes holds several neighbours of a column.
/// Their shifts are constants where the field is a constant.
struct MSMColumnReader: ~Escapable {
  private let reader: WordReader
  /// The bit offset of the next column.
  private var column: Int
  /// The number of rows in each column.
  private let rowCount: Int
  /// The range of rows to read.
  private let rows: Range<Int>

  @inline(always)
  @_lifetime(copy reader)
  init(_ reader: WordReader, columns: Int, of rowCount: Int, rows: Range<Int>) {
    (self.reader, column, self.rowCount, self.rows) = (reader, columns, rowCount, rows)
  }

  /// Reads the numbers of the next column; every number is `nil` when there is no such column.
  ///
  /// - Parameters:
  ///   - field: The column's field of at most 57 bits, or `nil` when there is no such column.
  ///   - rows: The destination; at least as many rows as are read.
  ///   - set: The function that stores a number in a row; `nil` means "not available".
  @inline(always)
  @_lifetime(self: copy self)
  mutating func read<Row, Value: FixedWidthInteger>(
    _ field: DataField?, _ rows: inout MutableSpan<Row>, _ set: (inout Row, Value?) -> Void
  ) {
    #if !hasFeature(Embedded) || CONSTANT_KINDS
      let count = self.rows.count
      guard let field else {
        // Sound: the destination has at least as many rows as are read.
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
          // Sound: the destination has at least as many rows as are read.
          unsafe set(
            &rows[unchecked: first &+ row],
            number == notAvailable ? nil : Value(truncatingIfNeeded: number))
        }
      }

      // The number of rows that any word is sure to hold. The number is constant when the field is a
      // constant, so that the optimizer needs no loop. More than eight rows bring no gain.
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
      // The last rows are read together as well, although some of them may be set a second time.
      setRows(rowsPerWord, from: count &- rowsPerWord)
    #else
      // Only one row, so that the code fits into a microcontroller's memory.
      guard let field else { return set(&rows[0], nil) }
      let bits = nextBits(field.bitCount)
      set(
        &rows[0],
        bits == field.notAvailable ? nil : Value(truncatingIfNeeded: field.integer(of: bits)))
    #endif
  }

  #if hasFeature(Embedded) && !CONSTANT_KINDS
    /// Returns the first row's bits of the next column, which is `width` bits wide.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func nextBits(_ width: Int) -> UInt64 {
      let word = reader.word(before: column &+ (rows.lowerBound &+ 1) &* width)
      column &+= rowCount &* width
      return word & ~(.max &<< UInt64(truncatingIfNeeded: width))
    }
  #endif
}
