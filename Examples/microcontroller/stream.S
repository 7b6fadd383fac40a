// What the program is given to read: frames of our own commands, and what real streams have between them.

  .section .stream, "a"
  .global stream_begin, stream_end
stream_begin:
  .ascii "ICY 200 OK\r\n\r\n"

  // The standard's example of message 1005: station 2003.
  .byte 0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34
  .byte 0xB4, 0xBD, 0x62, 0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98

  .byte 0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x8A, 0x98, 0xC1  // UBX-ACK-ACK
  .byte 0xD3, 0xFF                                                  // a preamble with reserved bits set
  .byte 0xD3, 0x00, 0xFF                                            // one of a frame that does not follow

  // Ten minutes of a base station.
  .incbin "milan-base.rtcm3"

  .ascii "$GNGGA,120000.00,,,,,0,,,,,,,,*69\r\n"
  .incbin "milan-base.rtcm3", 0, 500                                // which ends inside a frame
stream_end:
