internal import Platform

public import BoardFirmware

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
    // Sound: the calls read the path, which ends with a NUL, and keep nothing of it.
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw CardFolderError(path: path, code: errno)
    }
    // The dot makes a file of that name an error.
    guard unsafe access("\(path)/.", W_OK | X_OK) == 0 else {
      throw CardFolderError(path: path, code: errno)
    }
    self.path = path
  }

  /// Appends a line, after the header where the file is new.
  public mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    if file?.name != name {
      file = nil  // closes the file of the day before
      file = try CardFile(name: name, in: path, header: header)
    }
    do throws(CardError) {
      try file?.add(line)
    } catch {
      file = nil
      throw error
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

/// A file open for appending; closed with its owner.
struct CardFile: ~Copyable {
  let name: String
  private let descriptor: Int32

  init(name: String, in folder: String, header: Span<UInt8>) throws(CardError) {
    self.name = name
    // Sound: the path is only read.
    descriptor = unsafe open("\(folder)/\(name)", O_RDWR | O_CREAT | O_APPEND, 0o666)
    guard descriptor >= 0 else { throw CardError(code: errno) }
    let size = lseek(descriptor, 0, SEEK_END)
    if size == 0 {
      try add(header)
    } else if !endsWithLineFeed(at: size) {
      try add([UInt8(ascii: "\n")].span)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func add(_ bytes: Span<UInt8>) throws(CardError) {
    var offset = 0
    while offset < bytes.count {
      // Sound: the span is alive during the call and gives its own length.
      let written = unsafe bytes.extracting(offset...).withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        offset += written
      } else if errno != EINTR {
        throw CardError(code: errno)
      }
    }
  }

  private func endsWithLineFeed(at size: off_t) -> Bool {
    var last: UInt8 = 0
    return unsafe pread(descriptor, &last, 1, size - 1) == 1 && last == UInt8(ascii: "\n")
  }
}

extension CardError {
  fileprivate init(code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .absent
    case ENOSPC, EDQUOT: self = .full
    case EACCES, EROFS, EPERM: self = .writeProtected
    default: self = .failed(systemText(ofError: code))
    }
  }
}
