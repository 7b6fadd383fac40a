import Bytes
import RTCMParser
import RTCMText
import Testing

@Suite("Words and names")
struct WordTests {
  @Test("a member that comes again has a number behind its name, from 2 on")
  func uniqueNames() {
    var names = MemberNames()
    var place = names.beginning(ofType: 1)
    let given = ["a", "b", "a", "a", "b"].map { name in
      names.learn(name, at: place)
      defer { place.index += 1 }
      return names[place].value.text
    }
    #expect(given == ["a", "b", "a_2", "a_3", "b_2"])
    #expect(["satellite", "bias"].map(JSONNames.array) == ["satellites", "biases"])
  }

  @Test("what is another field than last time is called by its own name, and so is what follows")
  func relearnedNames() {
    var names = MemberNames()
    for fields in [[DataField.df003, .df025, .df025], [.df003, .df025, .df026], [.df028]] {
      var place = names.beginning(ofType: 1)
      for field in fields {
        names.learn(field, at: place)
        #expect(names[place].raw.text.hasPrefix("\(field.name)"))
        place.index += 1
      }
      #expect(names.names(upTo: place).count == 2 * fields.count)
    }
    #expect(names[names.beginning(ofType: 1)].value.text == "antenna_height_metres")
    #expect(names[names.beginning(ofType: 1)].raw.key == Array("\"antenna_height\":".utf8))
  }

  @Test("groups of two kinds that take turns at a place take no more room than one")
  func alternatingGroups() {
    var names = MemberNames()
    let place = names.beginning(ofType: 4076)
    let shapes = (0..<4).map { turn in
      let shape = names.learn(groups: turn % 2 == 0 ? "satellite" : "layer", at: place)
      let first = MemberNames.Place(shape: shape)
      #expect(!names.hasSatelliteField(at: first))
      if turn % 2 == 0 { names.learn(.df009, at: first) }
      #expect(names.hasSatelliteField(at: first) == (turn % 2 == 0))
      return shape
    }
    #expect(Set(shapes).count == 1)
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
