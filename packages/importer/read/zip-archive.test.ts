import { randomBytes } from 'node:crypto';
import { makeZip } from '@carhouse/database/testing/make-zip';
import type { ByteSource } from '@carhouse/domain/import/byte-source';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportFault } from './import-fault.ts';
import { openSourceBytes } from './source-file.ts';

const list = 'ref,title,price,year\n1,Audi A4,1000,2016\n';

function encodeBytes(content: Uint8Array): ByteSource {
  return { size: content.length, read: async (position, length) => content.subarray(position, position + length) };
}

async function readZip(content: Uint8Array): Promise<string> {
  const source = await openSourceBytes('cars.zip', encodeBytes(content));
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.content()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a zip archive', () => {
  test('gives photos up to a total size, however their names are written', async () => {
    const photo = randomBytes(2_000_000);
    const source = await openSourceBytes(
      'cars.zip',
      encodeBytes(makeZip({ 'cars.csv': list, 'a.jpg': photo }, { stored: true })),
    );
    let servedBytes = 0;
    for (let row = 0; row < 30; row += 1) {
      const image = await source.image(`row${row}/a.jpg`, 5_000_000);
      servedBytes += image.kind === 'image' ? image.bytes.length : 0;
    }
    expect(await source.image('a.jpg', 5_000_000)).toEqual({ kind: 'over budget' });
    const maxPhotoBytes = importBudgets.smallPhotos + importBudgets.photoRatio * source.size;
    expect(servedBytes).toBeGreaterThan(maxPhotoBytes - photo.length);
    expect(servedBytes).toBeLessThanOrEqual(maxPhotoBytes);
  });

  test('gives no photo that unpacks to far more than it is packed', async () => {
    const source = await openSourceBytes(
      'cars.zip',
      encodeBytes(makeZip({ 'cars.csv': list, 'a.jpg': Buffer.alloc(2_000_000) })),
    );
    expect(await source.image('a.jpg', 5_000_000)).toEqual({ kind: 'over budget' });
  });

  test.each([true, false])('provides its list and the images by name, stored: %s', async (isStored) => {
    const zipBytes = makeZip(
      { 'stock/cars.csv': list, 'photos/A.JPG': 'one', 'b.png': 'two', '__MACOSX/x.csv': '' },
      { stored: isStored },
    );
    expect(await readZip(zipBytes)).toBe(list);
    const source = await openSourceBytes('cars.zip', encodeBytes(zipBytes));
    const image = async (name: string) => {
      const photo = await source.image(name, 100);
      return photo.kind === 'image' ? Buffer.from(photo.bytes).toString() : photo.kind;
    };
    expect(await image('a.jpg')).toBe('one');
    expect(await image('photos\\A.jpg')).toBe('one');
    expect(await image('https://dealer.example/img/b.png?w=9')).toBe('two');
    expect(await image('c.png')).toBe('nothing');
    expect((await source.image('b.png', 2)).kind).toBe('over budget');
  });

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a spreadsheet', { 'xl/workbook.xml': '', '[Content_Types].xml': '' }, /is a spreadsheet/],
    ['without a list', { 'a.jpg': '' }, /holds no list of cars/],
    ['with two lists', { 'a.csv': list, 'b.json': '[]' }, /holds several lists: a.csv, b.json/],
  ])('%s is refused', async (_, files, message) => {
    await expect(readZip(makeZip(files))).rejects.toThrow(message);
  });

  test('that states a smaller size than it has is refused before it is unpacked', async () => {
    const zipBytes = makeZip({ 'cars.csv': 'a'.repeat(100_000) });
    const sizeFieldOffset = zipBytes.indexOf('PK\u0001\u0002') + 24;
    zipBytes.writeUInt32LE(10, sizeFieldOffset);
    await expect(readZip(zipBytes)).rejects.toThrow('is damaged');
  });

  test('truncated or damaged anywhere is read completely or refused with a reason', async () => {
    const zipBytes = makeZip({ 'cars.csv': list, 'a.jpg': 'one' });
    await fc.assert(
      fc.asyncProperty(fc.nat(zipBytes.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isTruncated) => {
        const damagedArchive = Buffer.from(isTruncated ? zipBytes.subarray(0, at) : zipBytes);
        if (!isTruncated) damagedArchive[at] = byte;
        const text = await readZip(damagedArchive).catch((error: unknown) => {
          if (!(error instanceof ImportFault)) throw error;
          return undefined;
        });
        expect(text === undefined || text.length <= 100_000).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
