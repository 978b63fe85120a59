import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { judge, keyOf, readVerdicts } from './check-patterns.ts';
import { findMadePatterns, findPatterns } from './find-patterns.ts';
import { madePatterns, unproven } from './unproven-patterns.ts';

describe('the regular expressions of the product', () => {
  const patterns = findPatterns();

  it('are all found to be linear, or stand on the short list with a reason', () => {
    const verdicts = readVerdicts();
    const unknown = patterns
      .filter((pattern) => !(keyOf(pattern) in verdicts) && !(keyOf(pattern) in unproven))
      // new ones are judged here, until `node tools/patterns/check-patterns.ts` keeps their verdicts
      .filter((pattern) => judge(pattern) === undefined)
      .map((pattern) => `${pattern.file}:${pattern.line} ${keyOf(pattern)}`);
    expect(patterns.length).toBeGreaterThan(300);
    expect(unknown).toEqual([]);
  });

  it('are those of the short list: none is listed without a file', () => {
    const keys = new Set(patterns.map(keyOf));
    expect(Object.keys(unproven).filter((key) => !keys.has(key))).toEqual([]);
  });

  it('are made out of texts only where the list says so', () => {
    expect(findMadePatterns().toSorted()).toEqual(Object.keys(madePatterns).toSorted());
  });

  it('are judged by a checker that notices slow ones', () => {
    expect(judge({ source: '^(a+)+$', flags: '' })).toBeUndefined();
    expect(judge({ source: '\\s+$', flags: '' })).toBeUndefined();
    expect(judge({ source: '^a+$', flags: '' })).toBe('linear');
    expect(checkSync('\\s*;\\s*', '')).toMatchObject({ status: 'vulnerable' });
  });
});
