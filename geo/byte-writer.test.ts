import { PbfReader } from 'pbf';
import { describe, expect, test } from 'vitest';
import { ByteWriter } from './byte-writer.ts';

const TEXT_FIELD = (1 << 3) | 2;

describe('a growing byte array', () => {
  test('keeps a short message whole wherever the array has to grow', () => {
    // The array starts with 256 bytes and doubles: every offset up to 600 crosses two of its limits.
    for (let before = 0; before < 600; before++) {
      const writer = new ByteWriter();
      for (let i = 0; i < before; i++) writer.varint(1);
      writer.message(TEXT_FIELD, () => writer.text('ab'));
      const written = writer.toBytes().subarray(before);
      expect([...written], `after ${before} bytes`).toEqual([TEXT_FIELD, 2, 0x61, 0x62]);
    }
  });

  test.each([0, 1, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1])(
    'writes %i as a varint that a protocol-buffer reader reads back',
    (value) => {
      const writer = new ByteWriter();
      writer.varint(value);
      expect(new PbfReader(writer.toBytes()).readVarint()).toBe(value);
    },
  );

  test.each([0, -1, 1, -64, 64, -(2 ** 31)])('writes %i as a signed varint', (value) => {
    const writer = new ByteWriter();
    writer.signedVarint(value);
    expect(new PbfReader(writer.toBytes()).readSVarint()).toBe(value);
  });

  test.each(['', 'plain', 'Muñoz Peña José', '🏡', 'x'.repeat(5000)])('writes the text %s', (value) => {
    const writer = new ByteWriter();
    writer.message(TEXT_FIELD, () => writer.text(value));
    const reader = new PbfReader(writer.toBytes());
    expect(reader.readVarint()).toBe(TEXT_FIELD);
    expect(reader.readString()).toBe(value);
  });

  test('forgets what came after a truncation', () => {
    const writer = new ByteWriter();
    writer.text('kept');
    const { length } = writer;
    writer.text('dropped');
    writer.truncate(length);
    expect(new TextDecoder().decode(writer.toBytes())).toBe('kept');
  });
});
