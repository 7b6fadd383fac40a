import RTCMParser
