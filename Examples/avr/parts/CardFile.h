// A text file in the root directory of a card with FAT16 or FAT32, to whose end is written (Microsoft's FAT specification
// 1.03; sections below are its).
#ifndef CARD_FILE_H
#define CARD_FILE_H

#include "SDCard.h"

class CardFile : public Print {
public:
  uint32_t size = 0;   // bytes

  // Opens a file, or makes it; the name has eleven characters, "LOG     CSV". Gives nullptr, or what is missing.
  const __FlashStringHelper *open(SDCard &with, const char *name) {
    card = &with;
    if (!readVolume()) return F("no FAT16 or FAT32");
    return find(name) ? nullptr : F("no room in the root directory");
  }

  size_t write(uint8_t byte) override {
    if (hasFailed) return 0;
    bool isNewBlock = size % 512 == 0;
    if (size % ((uint32_t)perCluster * 512) == 0 && !grow()) return fail();
    if (!load(firstBlock(last) + size / 512 % perCluster, isNewBlock)) return fail();
    block[size % 512] = byte;
    isChanged = true;
    size++;
    return 1;
  }

  // Writes what is left of the block, and the file's entry; returns whether all is on the card.
  bool sync() {
    if (hasFailed || !load(entryBlock)) return false;
    put(entryAt + 26, first, 2);
    if (is32) put(entryAt + 20, first >> 16, 2);
    put(entryAt + 28, size, 4);
    return store();
  }

private:
  SDCard *card;
  uint8_t block[512];
  uint32_t held = 0xFFFFFFFF;
  bool isChanged = false, hasFailed = false, is32;
  uint8_t perCluster, tables;
  uint16_t rootEntries, entryAt;
  uint32_t firstTable, tableSize, firstData, root, information, clusters, entryBlock;
  uint32_t first = 0, last = 0;   // clusters of the file

  size_t fail() {
    hasFailed = true;
    return 0;
  }

  uint32_t get(uint16_t at, uint8_t width) const {
    uint32_t value = 0;
    while (width-- > 0) value = value << 8 | block[at + width];
    return value;
  }
  void put(uint16_t at, uint32_t value, uint8_t width) {
    for (; width > 0; width--, value >>= 8) block[at++] = value;
    isChanged = true;
  }

  bool store() {
    if (isChanged && !card->write(held, block)) return false;
    isChanged = false;
    return true;
  }
  bool load(uint32_t number, bool isNew = false) {
    if (number == held) return true;
    if (!store()) return false;
    held = number;
    if (isNew) memset(block, 0, sizeof block);
    else if (!card->read(number, block)) return held = 0xFFFFFFFF, false;
    return true;
  }

  // The volume's first block (3.1): that of the card, or of its first partition.
  bool readVolume() {
    uint32_t start = 0;
    if (!load(0) || get(510, 2) != 0xAA55) return false;
    if (block[0] != 0xEB && block[0] != 0xE9) {
      start = get(454, 4);
      if (!load(start)) return false;
    }
    perCluster = block[13], tables = block[16];
    rootEntries = get(17, 2);
    if (get(11, 2) != 512 || perCluster == 0) return false;
    is32 = get(22, 2) == 0;
    tableSize = is32 ? get(36, 4) : get(22, 2);
    root = is32 ? get(44, 4) : 0;
    information = is32 ? start + get(48, 2) : 0;
    firstTable = start + get(14, 2);
    firstData = firstTable + tables * tableSize + rootEntries / 16;
    uint32_t count = get(19, 2) ? get(19, 2) : get(32, 4);
    clusters = (start + count - firstData) / perCluster;
    return is32 || clusters >= 4085;   // below that it is FAT12 (3.5)
  }

  uint32_t firstBlock(uint32_t cluster) const { return firstData + (cluster - 2) * perCluster; }

  // An entry of the table (4): the next cluster of a chain; its end is a number that no cluster has.
  uint32_t next(uint32_t cluster) {
    uint8_t width = is32 ? 4 : 2;
    uint32_t at = cluster * width;
    if (!load(firstTable + at / 512)) return 0xFFFFFFFF;
    return get(at % 512, width) & (is32 ? 0x0FFFFFFF : 0xFFFF);
  }
  bool link(uint32_t cluster, uint32_t value) {
    uint8_t width = is32 ? 4 : 2;
    uint32_t at = cluster * width;
    for (uint8_t copy = 0; copy < tables; copy++) {
      if (!load(firstTable + copy * tableSize + at / 512)) return false;
      put(at % 512, value, width);
    }
    return true;
  }

  // Adds a cluster to the file's chain.
  bool grow() {
    uint32_t found = last < 2 ? 2 : last + 1;
    for (uint32_t tried = 0; next(found) != 0; found = found > clusters ? 2 : found + 1)
      if (++tried > clusters) return false;
    if (!link(found, is32 ? 0x0FFFFFFF : 0xFFFF)) return false;
    if (last >= 2 && !link(last, found)) return false;
    if (information && !countDown()) return false;
    if (first < 2) first = found;
    last = found;
    return true;
  }

  // Counts a free cluster less, where FAT32 has their number (5).
  bool countDown() {
    if (!load(information)) return false;
    uint32_t count = get(488, 4);
    if (get(484, 4) == 0x61417272 && count != 0 && count != 0xFFFFFFFF) put(488, count - 1, 4);
    return true;
  }

  // Finds the file's entry (6), or makes one: of FAT32's root directory in its first cluster.
  bool find(const char *name) {
    uint32_t begin = is32 ? firstBlock(root) : firstData - rootEntries / 16, free = 0;
    uint16_t count = is32 ? perCluster * 16 : rootEntries, freeAt = 0;
    for (uint16_t i = 0; i < count; i++) {
      uint32_t number = begin + i / 16;
      uint16_t at = i % 16 * 32;
      if (!load(number)) return false;
      bool isEnd = block[at] == 0, isFree = isEnd || block[at] == 0xE5;
      if (isFree && !free) free = number, freeAt = at;
      if (!isFree && !(block[at + 11] & 0x18) && memcmp(block + at, name, 11) == 0) return take(number, at);
      if (isEnd) break;
    }
    if (!free || !load(free)) return false;
    memset(block + freeAt, 0, 32);
    memcpy(block + freeAt, name, 11);
    block[freeAt + 11] = 0x20;
    put(freeAt + 24, (46 << 9) | (6 << 5) | 1, 2);   // 2026-06-01: this board has no calendar
    entryBlock = free, entryAt = freeAt;
    return store();
  }

  bool take(uint32_t number, uint16_t at) {
    entryBlock = number, entryAt = at;
    first = get(at + 26, 2) | (is32 ? get(at + 20, 2) << 16 : 0);
    size = get(at + 28, 4);
    last = first;
    for (uint32_t left = size / ((uint32_t)perCluster * 512); left > 0 && last >= 2 && last < clusters + 2; left--) {
      uint32_t following = next(last);
      if (following < clusters + 2) last = following;
    }
    return true;
  }
};

#endif
