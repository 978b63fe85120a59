// Checks the regular expressions of the product that have no verdict yet with recheck, and stores the verdicts. With
// `--all` the program checks every pattern again, which takes some minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkSync } from 'recheck';
import { findPatterns, type SourcePattern } from './find-patterns.ts';
import { reasonByUnprovenPattern } from './unproven-patterns.ts';

/**
 * The verdict on a pattern. `linear`: a match takes time in proportion to the text. `searched`: recheck searched for a
 * text for which a match takes longer, and found no such text.
 */
export type PatternVerdict = 'linear' | 'searched';

export const verdictFile = fileURLToPath(new URL('./verdicts.json', import.meta.url));
/** Time limit in milliseconds for one regular expression. */
const timeoutMs = 30_000;

export function readVerdicts(): Readonly<Record<string, PatternVerdict>> {
  return JSON.parse(readFileSync(verdictFile, 'utf8')) as Record<string, PatternVerdict>;
}

export function makePatternKey({ source, flags }: Pick<SourcePattern, 'source' | 'flags'>): string {
  return `/${source}/${flags}`;
}

/**
 * Checks one pattern.
 * @returns undefined when the pattern is vulnerable, or recheck found no result in time.
 */
export function judgePattern(pattern: Pick<SourcePattern, 'source' | 'flags'>): PatternVerdict | undefined {
  const { status, checker } = checkSync(pattern.source, pattern.flags, { timeout: timeoutMs });
  if (status !== 'safe') return undefined;
  return checker === 'automaton' ? 'linear' : 'searched';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const earlierVerdictByPattern = process.argv.includes('--all') ? {} : readVerdicts();
  const verdicts: Record<string, PatternVerdict> = {};
  for (const pattern of findPatterns()) {
    const key = makePatternKey(pattern);
    const verdict =
      earlierVerdictByPattern[key] ?? (key in reasonByUnprovenPattern ? undefined : judgePattern(pattern));
    if (verdict !== undefined) verdicts[key] = verdict;
    else if (!(key in reasonByUnprovenPattern)) {
      console.error(`${pattern.file}:${pattern.line} ${key} is not proven to be linear`);
      process.exitCode = 1;
    }
  }
  const sortedVerdictByPattern = Object.fromEntries(Object.entries(verdicts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(verdictFile, `${JSON.stringify(sortedVerdictByPattern, null, 2)}\n`);
}
