import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { applyEdit } from './project-copy.ts';

const project = join(import.meta.dirname, '../..');

// tests/mutants/verify-mutants.ts runs the tests on each mutant, which takes long. This test only checks that each
// mutant applies to the current code.
test.each(mutants.map((mutant) => [mutant.name, mutant] as const))('%s applies to the code', (_name, mutant) => {
  for (const edit of mutant.edits) {
    const wholeText = readFileSync(join(project, edit.file), 'utf8');
    expect(applyEdit(wholeText, edit)).not.toBe(wholeText);
  }
  expect(mutant.tests.filter((file) => !existsSync(join(project, file)))).toEqual([]);
});
