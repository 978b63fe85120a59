import { describe, expect, it } from 'vitest';
import { chooseSamples } from './sample-reading.ts';

const files = [
  {
    file: 'a.ts',
    text: [
      '// A line that goes on',
      '// in the next line. A second sentence is here.',
      '/** Too short. The price of a car in cents. @throws DomainError with a code NOT_FOUND. */',
      'export function priceOf(listing: string, { depth }: { depth: number }): number { return listing.length + depth; }',
      "const notAComment = '// this text is no comment';",
      'type Seller = { readonly openBookings: number };',
    ].join('\n'),
  },
  { file: 'b.tsx', text: 'export const Card = () => <p>{/* Shown to visitors as plain text. */}</p>;\nconst id = 1;' },
];

describe('samples of comments and names', () => {
  it('are complete sentences and declared names', () => {
    const { sentences, identifiers } = chooseSamples(files, 1, 100);
    expect(sentences.map(({ text }) => text).sort()).toEqual([
      '@throws DomainError with a code NOT_FOUND.',
      'A line that goes on in the next line.',
      'A second sentence is here.',
      'Shown to visitors as plain text.',
      'The price of a car in cents.',
    ]);
    expect(identifiers.map(({ text }) => text).sort()).toEqual(
      ['Card', 'Seller', 'depth', 'listing', 'notAComment', 'openBookings', 'priceOf'].sort(),
    );
    expect(identifiers.find(({ text }) => text === 'openBookings')?.line).toBe(
      'type Seller = { readonly openBookings: number };',
    );
  });

  it('depend only on the seed and the tree, and are at most as many as requested', () => {
    const manyFiles = Array.from({ length: 40 }, (_, index) => ({
      file: `${index}.ts`,
      text: `// Sentence number ${index} of many.\nexport const name${index} = ${index};\n`,
    }));
    const first = chooseSamples(manyFiles, 7, 10);
    expect(first.sentences).toHaveLength(10);
    expect(new Set(first.identifiers.map(({ text }) => text)).size).toBe(10);
    expect(chooseSamples(manyFiles, 7, 10)).toEqual(first);
    expect(chooseSamples(manyFiles, 8, 10)).not.toEqual(first);
  });
});
