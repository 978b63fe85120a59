import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listImportBudgetRows } from '@carhouse/domain/import/import-budgets';
import { rateLimits } from '@carhouse/server/http/limits/rate-limits';
import { durabilityTable, limitTable } from '@carhouse/server/startup/assert-limits';

export const operationsFile = fileURLToPath(new URL('../docs/operations.md', import.meta.url));
export const importFile = fileURLToPath(new URL('../docs/import.md', import.meta.url));
const limitsStartMark = '<!-- limits: printed by node tools/print-limits.ts -->\n';
const limitsEndMark = '<!-- end of limits -->';

const budgetsStartMark = '<!-- budgets: printed by node tools/print-limits.ts -->\n';
const budgetsEndMark = '<!-- end of budgets -->';

/**
 * Replaces the budgets in docs/import.md by the budgets in the code.
 * @throws Error when the two marks are missing.
 */
export function insertBudgets(text: string): string {
  const [textBefore, rest] = text.split(budgetsStartMark);
  const [, textAfter] = (rest ?? '').split(budgetsEndMark);
  if (rest === undefined || textAfter === undefined) throw new Error('docs/import.md needs the marks of its budgets');
  const rows = listImportBudgetRows().map(({ budget, limit, code }) => `| ${budget} | ${limit} | ${code} |`);
  const table = ['| budget | limit | beyond it |', '|---|---|---|', ...rows, ''].join('\n');
  return `${textBefore}${budgetsStartMark}\n${table}\n${budgetsEndMark}${textAfter}`;
}

/**
 * Replaces the limits in docs/operations.md by the limits in the code of the server.
 * @throws Error when the two marks are missing.
 */
export function insertLimits(text: string): string {
  const [textBefore, rest] = text.split(limitsStartMark);
  const [, textAfter] = (rest ?? '').split(limitsEndMark);
  if (rest === undefined || textAfter === undefined)
    throw new Error(`docs/operations.md needs the marks ${limitsStartMark} and ${limitsEndMark}`);
  return `${textBefore}${limitsStartMark}\n${printLimits()}\n${limitsEndMark}${textAfter}`;
}

function printLimits(): string {
  const limits = [...limitTable, ...durabilityTable].map(({ name, text }) => `| ${name} | ${text} |`);
  const rateLimitRows = Object.entries(rateLimits).map(
    ([name, { scope, counterLocation, count, seconds, calls }]) =>
      `| ${name} | ${count.toLocaleString('en-SG')} in ${seconds.toLocaleString('en-SG')} s | ${scope} | ${counterLocation} | ${calls.map((call) => `\`${call}\``).join(', ') || 'every request'} |`,
  );
  return [
    '| limit | value |',
    '|---|---|',
    ...limits,
    '',
    '| rate limit | count | of each | counted in | calls |',
    '|---|---|---|---|---|',
    ...rateLimitRows,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(operationsFile, insertLimits(await readFile(operationsFile, 'utf8')));
  await writeFile(importFile, insertBudgets(await readFile(importFile, 'utf8')));
}
