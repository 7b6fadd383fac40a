public import BoardFirmware
internal import Platform

/// A folder that stands for the memory card.
///
/// A line is one `write` to a file opened for appending, so whatever kills the process leaves whole
/// lines but for the last; a torn last line of an earlier run is closed before anything follows it.
public struct CardFolder: CardWriter, ~Copyable {
  private let path: String
  private var file: CardFile?

  /// Names the folder, which is made when it is missing.
  ///
  /// - Throws: ``CardFolderError`` when it cannot be made, is no folder or may not be written.
  public init(path: String) throws(CardFolderError) {
    do throws(SystemError) {
      try Folder.make(path)
      try Folder.checkWritable(path)
    } catch {
      throw CardFolderError(path: path, code: error.code)
    }
    self.path = path
  }

  /// Appends a line, after the header where the file is new.
  public mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    if file?.name != name {
      file = try CardFile(name: name, in: path, header: header)
    }
    do throws(CardError) {
      try file?.add(line)
    } catch {
      file = nil
      throw error
    }
  }

  /// Reads the end of a file.
  public mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    do throws(SystemError) {
      return try FileEnd.read("\(path)/\(name)", upTo: count) ?? []
    } catch {
      throw CardError(error)
    }
  }
}

/// Why a folder cannot serve as a card.
public struct CardFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder.
  public var path: String
  /// The system's error number.
  public var code: Int32

  /// What is wrong, where, and what to do.
  public var description: String {
    "cannot use '\(path)' as the card: \(systemText(ofError: code)); "
      + "name a folder that can be written, or a new one beside others"
  }
}

/// A day's file on the card.
struct CardFile: ~Copyable {
  let name: String
  private let file: AppendedFile

  init(name: String, in folder: String, header: Span<UInt8>) throws(CardError) {
    self.name = name
    file = try Self.open("\(folder)/\(name)", header: header)
  }

  private static func open(
    _ path: String, header: Span<UInt8>
  ) throws(CardError) -> AppendedFile {
    do throws(SystemError) {
      let file = try AppendedFile(path: path)
      if file.isEmpty {
        try file.append(header)
      } else if file.lastByte != UInt8(ascii: "\n") {
        try file.append([UInt8(ascii: "\n")].span)
      }
      return file
    } catch {
      throw CardError(error)
    }
  }

  func add(_ bytes: Span<UInt8>) throws(CardError) {
    do throws(SystemError) {
      try file.append(bytes)
    } catch {
      throw CardError(error)
    }
  }
}

extension CardError {
  fileprivate init(_ error: SystemError) {
    switch error.kind {
    case .missing: self = .absent
    case .full: self = .full
    case .writeProtected: self = .writeProtected
    case .other: self = .failed("\(error)")
    }
  }
}
