import { SetupFault } from '../setup/project.mjs';

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./steps.mjs').Counts & { title: string, name: string, seconds: number }} StepResult
 */

/**
 * Runs the steps one after another. After a failed step the other steps still run.
 * @param {Step[]} steps
 * @param {string} node path of the Node executable
 * @param {(line: string) => void} [reportLine] receives the progress
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps, node, reportLine = console.log) {
  const results = [];
  for (const step of steps) {
    reportLine(`\n== ${step.title}`);
    const startMs = Date.now();
    const counts = await runStep(step, node);
    const result = { ...counts, title: step.title, name: step.name, seconds: (Date.now() - startMs) / 1000 };
    reportLine(`-- ${step.title}: ${result.failed > 0 ? 'failed' : 'passed'} after ${result.seconds.toFixed(1)} s`);
    results.push(result);
  }
  return results;
}

/**
 * @param {Step} step
 * @param {string} node
 */
async function runStep(step, node) {
  try {
    return await step.run(node);
  } catch (error) {
    console.error(error instanceof SetupFault ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Formats the results as a table with one line per step, followed by the names of failed and flaky tests: the end of a
 * long log then tells what failed, even where its middle was cut off.
 * @param {StepResult[]} results
 */
export function formatSummaryLines(results) {
  const width = Math.max(...results.map((result) => result.title.length));
  const lines = results.map((result) => {
    const state = result.failed > 0 ? 'FAILED' : 'ok    ';
    const skippedText = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
    const counts = `${result.passed} passed, ${result.failed} failed${skippedText}`;
    const repeatCommand = result.failed > 0 ? `   npm test -- --only=${result.name}` : '';
    return `${state} ${result.title.padEnd(width)} ${result.seconds.toFixed(1).padStart(6)} s   ${counts}${repeatCommand}`;
  });
  const flakyTestNames = results.flatMap((result) => result.flaky ?? []);
  const flakyLines = flakyTestNames.map((test) => `FLAKY  ${test}: failed once, passed at the second try`);
  const failures = results.flatMap((result) => result.failures ?? []);
  const failureLines = failures.map((test) => `FAILED ${test}`);
  return ['', '== Summary', ...lines, ...failureLines, ...flakyLines, ''];
}

/**
 * Formats the last line of `npm test`.
 * @param {StepResult[]} results
 */
export function formatCountLine(results) {
  const passedCount = results.reduce((total, result) => total + result.passed, 0);
  const failedCount = results.reduce((total, result) => total + result.failed, 0);
  return `${passedCount} passed, ${failedCount} failed`;
}
