import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faulty } from './mutant-stage.ts';
import { mutants } from './mutants.ts';

const project = join(import.meta.dirname, '../..');

// The faults themselves are tried by tests/mutants/verify-mutants.ts, which takes long; here only that they fit the code as it stands.
test.each(mutants.map((mutant) => [mutant.name, mutant] as const))('%s can be put into the code', (_name, mutant) => {
  for (const edit of mutant.edits) {
    const whole = readFileSync(join(project, edit.file), 'utf8');
    expect(faulty(whole, edit)).not.toBe(whole);
  }
  expect(mutant.tests.filter((file) => !existsSync(join(project, file)))).toEqual([]);
});
