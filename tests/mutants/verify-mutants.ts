// Applies each mutant to a copy of the project and runs the tests that should notice it, which takes long: `npm run
// verify-mutants -- [NAME …]`. Exits with 0 when every mutant was noticed. The tests run first without a mutant.
// `--faults-only` skips that first run, for example to continue after an interruption.
import { parseArgs } from 'node:util';
import { startTestServer } from '@carhouse/embedded-postgres/test-server';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { applyMutant, openProjectCopy, type ProjectCopy } from './project-copy.ts';

const { values, positionals: chosenNames } = parseArgs({
  allowPositionals: true,
  options: { 'faults-only': { type: 'boolean', default: false } },
});
const chosenMutants = mutants.filter(
  (mutant) =>
    chosenNames.length === 0 ||
    chosenNames.some((name) => mutant.name === name || mutant.name.replace(/[a-z]$/, '') === name),
);
if (chosenMutants.length === 0) {
  console.error(`No such mutant. Known: ${mutants.map((mutant) => mutant.name).join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await verify(chosenMutants)) ? 0 : 1;
}

async function verify(list: readonly Mutant[]): Promise<boolean> {
  // All runs share one PostgreSQL server. Each run creates its own databases on the shared server.
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  const projectCopy = openProjectCopy(server.url);
  try {
    if (!values['faults-only'] && !(await doTestsPassWithoutFault(projectCopy, list))) return false;
    let noticedCount = 0;
    for (const mutant of list) if (await tryMutant(projectCopy, mutant)) noticedCount += 1;
    console.log(`${noticedCount} of ${list.length} faults were noticed`);
    return noticedCount === list.length;
  } finally {
    projectCopy.close();
    await server.stop();
  }
}

async function doTestsPassWithoutFault(projectCopy: ProjectCopy, list: readonly Mutant[]): Promise<boolean> {
  const files = [...new Set(list.flatMap((mutant) => mutant.tests))].sort();
  const { kind, output } = await projectCopy.test(files);
  if (kind === 'passed') console.log(`Without a fault: ${files.length} test files pass.`);
  else console.error(`The tests fail without any fault, so they prove nothing:\n${output.slice(-4_000)}`);
  return kind === 'passed';
}

async function tryMutant(projectCopy: ProjectCopy, mutant: Mutant): Promise<boolean> {
  const startTime = performance.now();
  const result = await findNoticingTest(projectCopy, mutant);
  const seconds = ((performance.now() - startTime) / 1000).toFixed(0);
  console.log(
    `${result.isNoticed ? 'noticed ' : 'SURVIVED'}  ${mutant.name.padEnd(5)} ${mutant.fault.padEnd(66)} ${seconds} s  ${result.by}`,
  );
  return result.isNoticed;
}

async function findNoticingTest(
  projectCopy: ProjectCopy,
  mutant: Mutant,
): Promise<{ readonly isNoticed: boolean; readonly by: string }> {
  let restore: (() => void) | undefined;
  try {
    restore = applyMutant(projectCopy, mutant);
    const { kind, output } = await projectCopy.test(mutant.tests);
    if (kind === 'passed') return { isNoticed: false, by: 'every test passed' };
    if (kind === 'broken') return { isNoticed: false, by: `the tests did not run: ${output.trim().slice(-300)}` };
    return { isNoticed: true, by: /FAIL\s+(?:\|?\w+\|?\s+)?(.+)/.exec(output)?.[1] ?? 'the tests did not end' };
  } catch (error) {
    return { isNoticed: false, by: (error as Error).message };
  } finally {
    restore?.();
  }
}
