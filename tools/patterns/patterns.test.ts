import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { judgePattern, makePatternKey, readVerdicts } from './check-patterns.ts';
import { findFilesThatMakePatterns, findPatterns } from './find-patterns.ts';
import { reasonByUnprovenPattern, reasonsByPatternFile } from './unproven-patterns.ts';

describe('the regular expressions of the product', () => {
  const patterns = findPatterns();

  it('are all found to be linear, or are on the list of exceptions with a reason', () => {
    const verdicts = readVerdicts();
    const unknown = patterns
      .filter(
        (pattern) => !(makePatternKey(pattern) in verdicts) && !(makePatternKey(pattern) in reasonByUnprovenPattern),
      )
      // New patterns are checked here until `node tools/patterns/check-patterns.ts` stores their verdicts.
      .filter((pattern) => judgePattern(pattern) === undefined)
      .map((pattern) => `${pattern.file}:${pattern.line} ${makePatternKey(pattern)}`);
    expect(patterns.length).toBeGreaterThan(300);
    expect(unknown).toEqual([]);
  });

  it('include all patterns on the list of exceptions', () => {
    const keys = new Set(patterns.map(makePatternKey));
    expect(Object.keys(reasonByUnprovenPattern).filter((key) => !keys.has(key))).toEqual([]);
  });

  it('are created from strings only in the listed files', () => {
    expect(findFilesThatMakePatterns().toSorted()).toEqual(Object.keys(reasonsByPatternFile).toSorted());
  });

  it('are checked by a program that notices slow ones', () => {
    expect(judgePattern({ source: '^(a+)+$', flags: '' })).toBeUndefined();
    expect(judgePattern({ source: '\\s+$', flags: '' })).toBeUndefined();
    expect(judgePattern({ source: '^a+$', flags: '' })).toBe('linear');
    expect(checkSync('\\s*;\\s*', '')).toMatchObject({ status: 'vulnerable' });
  });
});
