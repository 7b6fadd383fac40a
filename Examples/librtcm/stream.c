/* SPDX-License-Identifier: Apache-2.0 */
/* Prints where the station of a stream is and which satellites it observes: stream <FILE
   Makes a frame that tells where a station is: stream make >FRAME */
#include <math.h>
#include <rtcm.h>
#include <stdio.h>
#include <string.h>

static void show(const rtcm_frame *frame) {
  rtcm_error error;
  rtcm_station station;
  if (rtcm_read_station(frame->payload, frame->payload_count, &station, &error) == RTCM_OK)
    printf("station %u at %.4f %.4f %.4f\n", station.station_id, station.x, station.y, station.z);

  rtcm_msm msm;
  rtcm_msm_satellite satellites[64];
  rtcm_msm_cell cells[64];
  rtcm_status status = rtcm_read_msm(frame->payload, frame->payload_count, &msm, satellites, cells, &error);
  if (status == RTCM_OK) {
    printf("%u, %u cells:", msm.type, msm.cell_count);
    for (int row = 0; row < msm.satellite_count; row++) printf(" %u", satellites[row].id);
    printf("\n");
  } else if (status != RTCM_UNEXPECTED_TYPE) {
    fprintf(stderr, "at byte %llu: %s\n", (unsigned long long)frame->offset, error.text);
  }
}

static void read_stream(FILE *file) {
  rtcm_scanner *scanner = rtcm_scanner_create();
  rtcm_frame frame;
  uint8_t buffer[4096];
  size_t count;
  while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) {
    const uint8_t *bytes = buffer;
    while (rtcm_scanner_next(scanner, &bytes, &count, &frame)) show(&frame);
  }
  while (rtcm_scanner_finish(scanner, &frame)) show(&frame);
  rtcm_scanner_destroy(scanner);
}

static int make_station(FILE *file) {
  rtcm_station station = {0};
  station.station_id = 2003;
  station.x = 1114104.5999;
  station.y = -4850729.7108;
  station.z = 3975521.4643;
  station.antenna_height = NAN; /* 1005 rather than 1006 */
  station.has_gps = true;
  uint8_t frame[RTCM_MAXIMUM_FRAME];
  size_t count;
  rtcm_error error;
  if (rtcm_make_station(&station, frame, sizeof frame, &count, &error) != RTCM_OK) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  return fwrite(frame, 1, count, file) == count ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "make") == 0) return make_station(stdout);
  read_stream(stdin);
  return 0;
}
