import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importBudgetRows } from '@carhouse/domain/import/import-budgets';
import { rateLimits } from '@carhouse/server/http/limits/rate-limits';
import { durabilityTable, limitTable } from '@carhouse/server/startup/assert-limits';

export const operationsFile = fileURLToPath(new URL('../docs/operations.md', import.meta.url));
export const importFile = fileURLToPath(new URL('../docs/import.md', import.meta.url));
const limitsStart = '<!-- limits: printed by node tools/print-limits.ts -->\n';
const limitsEnd = '<!-- end of limits -->';

const budgetsStart = '<!-- budgets: printed by node tools/print-limits.ts -->\n';
const budgetsEnd = '<!-- end of budgets -->';

/**
 * Replaces the budgets in docs/import.md by the budgets in the code.
 * @throws Error when the two marks are missing.
 */
export function insertBudgets(text: string): string {
  const [before, rest] = text.split(budgetsStart);
  const [, after] = (rest ?? '').split(budgetsEnd);
  if (rest === undefined || after === undefined) throw new Error('docs/import.md needs the marks of its budgets');
  const rows = importBudgetRows().map(({ budget, limit, code }) => `| ${budget} | ${limit} | ${code} |`);
  const table = ['| budget | limit | beyond it |', '|---|---|---|', ...rows, ''].join('\n');
  return `${before}${budgetsStart}\n${table}\n${budgetsEnd}${after}`;
}

/**
 * Replaces the limits in docs/operations.md by the limits in the code of the server.
 * @throws Error when the two marks are missing.
 */
export function insertLimits(text: string): string {
  const [before, rest] = text.split(limitsStart);
  const [, after] = (rest ?? '').split(limitsEnd);
  if (rest === undefined || after === undefined)
    throw new Error(`docs/operations.md needs the marks ${limitsStart} and ${limitsEnd}`);
  return `${before}${limitsStart}\n${printLimits()}\n${limitsEnd}${after}`;
}

function printLimits(): string {
  const limits = [...limitTable, ...durabilityTable].map(({ name, text }) => `| ${name} | ${text} |`);
  const rateLimitRows = Object.entries(rateLimits).map(
    ([name, { scope, countedIn, count, seconds, calls }]) =>
      `| ${name} | ${count.toLocaleString('en-SG')} in ${seconds.toLocaleString('en-SG')} s | ${scope} | ${countedIn} | ${calls.map((call) => `\`${call}\``).join(', ') || 'every request'} |`,
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
