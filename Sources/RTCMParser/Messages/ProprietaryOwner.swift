extension RTCMMessage {
  /// Returns the owner of a message type in the proprietary range 4001…4095.
  ///
  /// - Parameter type: The message type, DF002.
  /// - Returns: The owner's name; `nil` for a type outside that range or not known to be assigned.
  public static func proprietaryOwner(ofType type: UInt16) -> StaticString? {
    guard type <= lastAssignment, Int(lastAssignment - type) < owners.count else { return nil }
    return owners[Int(lastAssignment - type)]
  }

  private static var lastAssignment: UInt16 { 4095 }

  /// The owners from 4095 downwards, the order in which the types were assigned.
  ///
  /// Source: RTCM's list of proprietary messages, as public decoders and message lists cite it.
  private static var owners: [StaticString] {
    [
      // 4095…4090
      "Spectra Geospatial (Ashtech)", "Trimble Navigation", "NovAtel", "Leica Geosystems",
      "Topcon Positioning Systems", "Geo++",
      // 4089…4080
      "Septentrio", "IfEN", "Fugro", "inPosition", "European GNSS Supervisory Authority",
      "Geodetics", "German Aerospace Center (DLR)",
      "Cooperative Research Centre for Spatial Information",
      "Seoul National University GNSS Lab", "NavCom Technology",
      // 4079…4070
      "SubCarrier Systems (SNIP)", "ComNav Technology", "Hemisphere GNSS",
      "International GNSS Service (IGS)", "Alberding", "Unicore Communications",
      "Mitsubishi Electric", "u-blox", "Wuhan Navigation and LBS", "Wuhan MengXin Technology",
      // 4069…4060
      "Veripos", "Qianxun Spatial Intelligence",
      "China Transport Telecommunications and Information Center", "Lantmäteriet", "Allystar",
      "NTLab", "CHCNAV", "Swift Navigation", "GeeSpace", "ALES",
      // 4059…4050
      "Natural Resources Canada", "Anello Photonics", "Sixents Technology",
      "China Dayou Positioning Intelligence",
      "Korea Research Institute of Ships and Ocean Engineering", "GEODNET",
      "Qualcomm Technologies", "Furuno Electric", "Hi-Target", "STMicroelectronics",
      // 4049, 4048
      "CM Intelligent Mobility Network", "Point One Navigation",
    ]
  }
}
