internal import BoardFirmware
internal import Platform

/// A folder as the medium of a card's files.
struct FolderFiles: CardMedium, ~Copyable {
  private let path: String
  private var name: String?
  private var file: AppendedFile?

  init(path: String) { self.path = path }

  mutating func holds(_ name: String) -> Bool {
    guard self.name == name, let isThere = file?.isAt("\(path)/\(name)") else { return false }
    return isThere
  }

  mutating func open(_ name: String, readingUpTo count: Int) throws(CardError) -> [UInt8] {
    file = nil
    self.name = nil
    do throws(SystemError) {
      file = try AppendedFile(path: "\(path)/\(name)")
      self.name = name
    } catch {
      throw CardError(error)
    }
    return try end(ofFile: name, upTo: count)
  }

  mutating func append(_ bytes: Span<UInt8>) throws(CardError) {
    do throws(SystemError) {
      try file?.append(bytes)
    } catch {
      throw CardError(error)
    }
  }

  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    do throws(SystemError) {
      if let end = try FileEnd.read("\(path)/\(name)", upTo: count) { return end }
    } catch {
      throw CardError(error)
    }
    guard Folder.isAt(path) else { throw .absent }
    return []
  }

  mutating func part(
    ofFile name: String, from offset: Int, upTo count: Int
  ) throws(CardError) -> [UInt8] {
    do throws(SystemError) {
      return try FilePart.read("\(path)/\(name)", from: offset, count: count)
    } catch {
      throw CardError(error)
    }
  }

  mutating func names() throws(CardError) -> [String] {
    do throws(SystemError) {
      return try Folder.names(in: path)
    } catch {
      throw CardError(error)
    }
  }
}
