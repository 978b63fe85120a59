import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(`${root}docs/security.md`, 'utf8');

describe('docs/security.md', () => {
  it('names existing files', () => {
    const files = [...text.matchAll(/`((?:[a-z0-9-]+\/)+[\w.-]*)`/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(60);
    expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  });

  it('has a row with a test for each of the invariants', () => {
    const invariantRowMatches = [...readFileSync(`${root}docs/reliability.md`, 'utf8').matchAll(/^\| (I\d+) \|/gm)];
    expect(invariantRowMatches.length).toBeGreaterThan(20);
    for (const [, invariant] of invariantRowMatches)
      expect(text, invariant).toMatch(new RegExp(`^\\| ${invariant} \\|.*\\.test\\.ts`, 'm'));
  });
});
