import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDecisions } from './check-decisions.ts';

const makeRecord = (number: string, head: string) => ({
  path: `docs/decisions/${number}-a-name.md`,
  text: `# ${number}: A name\n\n2026-11-20. Accepted. ${head}\n\n## Context\n\nExtends 0099.\n`,
});

test('two heads that state their relation with the same verb have no fault', () => {
  expect(
    checkDecisions([
      makeRecord(
        '0001',
        'Its words are superseded by\n[0003](0003-0002.md). Extended by [0002](0002-a.md) and [0003](0003-a.md).',
      ),
      makeRecord('0002', 'Extends 0001 (its. and: others).'),
      makeRecord('0003', 'Supersedes the words of decision 0001; extends 0001. Uses 0002.'),
    ]),
  ).toEqual([]);
});

test.each([
  ['a later head alone', '', 'Changes 0001.', '0001', 'Write "Changed by [0002](…)." into its head.'],
  ['an earlier head alone', 'Changed by [0002](0002-a.md).', '', '0002', 'Write "Changes 0001." into its head.'],
])('%s is refused', (_, first, second, number, expectedRemedy) => {
  expect(checkDecisions([makeRecord('0001', first), makeRecord('0002', second)])).toMatchObject([
    { file: `docs/decisions/${number}-a-name.md`, remedy: expectedRemedy },
  ]);
});

test('two different verbs for one relation are a fault in both heads', () => {
  const records = [makeRecord('0001', 'Extended by [0002](0002-a.md).'), makeRecord('0002', 'Changes 0001.')];
  expect(checkDecisions(records).map(({ file }) => file.slice(15, 19))).toEqual(['0002', '0001']);
});

test('a missing decision, and a head without a date, are faults', () => {
  expect(checkDecisions([makeRecord('0001', 'Extends 0007.')])).toMatchObject([
    { problem: 'There is no decision 0007.' },
  ]);
  expect(
    checkDecisions([{ path: join('docs', 'decisions', '0001-a.md'), text: '# 0001: A\n\n## Context\n' }]),
  ).toHaveLength(1);
});
