/* What Swift's library asks about characters to compare texts by their meaning and to count what a reader sees. Tables for
   it take as much room as the statistics; the texts of this module are compared byte by byte, and counted in ASCII. */

#include <stdbool.h>
#include <stdint.h>

uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return (void)scalar, 0; }
const uint8_t _swift_stdlib_nfd_decompositions[1];
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return (void)scalar, UINT32_MAX; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return (void)first, (void)second, UINT32_MAX; }
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return (void)scalar, UINT8_MAX; }
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return (void)scalar, false; }
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return (void)scalar, false; }
