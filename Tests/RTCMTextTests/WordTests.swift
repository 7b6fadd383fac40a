import Bytes
import RTCMText
import Testing

@Suite("Words and names")
struct WordTests {
  @Test("a member that comes again has a number behind its name, from 2 on")
  func uniqueNames() {
    var names = JSONNames()
    #expect(["a", "b", "a", "a", "b"].map { names.unique($0) } == ["a", "b", "a_2", "a_3", "b_2"])
    #expect(["satellite", "bias"].map(JSONNames.array) == ["satellites", "biases"])
  }

  @Test("bytes are two lower-case digits each")
  func hexadecimal() {
    #expect([0x00, 0x0F, 0xA5, 0xFF].hexadecimal == "000fa5ff")
    #expect([UInt8]().hexadecimal.isEmpty)
  }

  @Test(
    "MSMs are numbered by system in tens, from 1071 to 1137; a third of the numbers are none",
    arguments: ["GPS", "GLONASS", "Galileo", "SBAS", "QZSS", "BeiDou", "NavIC"].enumerated().map {
      ($0, $1)
    })
  func msmNames(index: Int, system: String) {
    let names = (0..<10).map { MessageName.of(UInt16(1070 + 10 * index + $0)) }
    #expect(names == [nil] + (1...7).map { "\(system) MSM\($0)" } + [nil, nil])
  }

  @Test("the other numbers of the standard and its drafts that have a name are these")
  func namedNumbers() {
    let ranges: [ClosedRange<UInt16>] = [
      63...63, 1001...1017, 1019...1027, 1029...1035, 1037...1039, 1041...1046, 1057...1068,
      1230...1230, 1240...1270, 1300...1304,
    ]
    let numbers = (0...4000).filter { !(1071...1137).contains($0) && MessageName.of($0) != nil }
    #expect(numbers == ranges.flatMap { Array($0) })
  }

  @Test("numbers from 4001 to 4095 are their owners'")
  func proprietary() {
    let names = [4000, 4001, 4071, 4076, 4095].map { MessageName.of($0) }
    #expect(names == [nil, "Proprietary", "Proprietary", "IGS SSR", "Proprietary"])
  }
}
