// SPDX-License-Identifier: Apache-2.0
// Prints where the station of a stream is and which satellites it observes: stream <FILE
// Makes a frame that tells where a station is: stream make >FRAME
#include <rtcm.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using Batch = std::unique_ptr<rtcm_batch, decltype(&rtcm_batch_destroy)>;

void show(const uint8_t *payload, size_t count) {
  rtcm_station station;
  if (rtcm_read_station(payload, count, &station, nullptr) == RTCM_OK)
    std::printf("station %u at %.4f %.4f %.4f\n", station.station_id, station.x, station.y, station.z);

  rtcm_msm msm;
  std::array<rtcm_msm_satellite, 64> satellites;
  std::array<rtcm_msm_cell, 64> cells;
  if (rtcm_read_msm(payload, count, &msm, satellites.data(), cells.data(), nullptr) == RTCM_OK) {
    std::printf("%u, %u cells:", msm.type, msm.cell_count);
    for (int row = 0; row < msm.satellite_count; row++) std::printf(" %u", satellites[row].id);
    std::printf("\n");
  }
}

void readStream(std::istream &input) {
  const std::vector<char> bytes(std::istreambuf_iterator<char>(input), {});
  const auto *start = reinterpret_cast<const uint8_t *>(bytes.data());
  const Batch batch(rtcm_batch_create(start, bytes.size()), rtcm_batch_destroy);
  for (size_t index = 0; index < batch->message_count; index++) {
    const rtcm_batch_message &message = batch->messages[index];
    // A frame has three bytes before its payload and three behind.
    if (message.status == RTCM_OK) show(start + message.offset + 3, message.byte_count - 6u);
  }
}

std::vector<uint8_t> frameOf(const rtcm_station &station) {
  std::vector<uint8_t> frame(RTCM_MAXIMUM_FRAME);
  size_t count = 0;
  rtcm_error error;
  if (rtcm_make_station(&station, frame.data(), frame.size(), &count, &error) != RTCM_OK)
    throw std::runtime_error(error.text);
  frame.resize(count);
  return frame;
}

int main(int argc, char **argv) {
  if (argc > 1 && argv[1] == std::string("make")) {
    rtcm_station station = {};
    station.station_id = 2003;
    station.x = 1114104.5999;
    station.y = -4850729.7108;
    station.z = 3975521.4643;
    station.antenna_height = NAN;  // 1005 rather than 1006
    station.has_gps = true;
    const std::vector<uint8_t> frame = frameOf(station);
    std::cout.write(reinterpret_cast<const char *>(frame.data()), static_cast<std::streamsize>(frame.size()));
  } else {
    readStream(std::cin);
  }
}
