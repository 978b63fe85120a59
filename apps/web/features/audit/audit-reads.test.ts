import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { auditCsvPath, paymentsCsvPath } from '@carhouse/contract/csv-files';
import { expect, test } from 'vitest';
import { auditMessages } from '#messages/audit';
import { readAuditFilters } from './audit-queries.ts';

const contract = fileURLToPath(new URL('../../../../packages/contract/', import.meta.url));

/** The paths of all calls of the API contract whose reads by an admin are in the audit log. */
async function listAuditedPaths(): Promise<string[]> {
  const files = readdirSync(contract).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const contractModules = (await Promise.all(files.map((file) => import(`${contract}${file}`)))) as Record<
    string,
    unknown
  >[];
  return contractModules
    .flatMap((each) => Object.values(each))
    .filter((value): value is { path: string } => isCall(value) && value.showsPeople === true)
    .map(({ path }) => path);
}

function isCall(value: unknown): value is { path: string; showsPeople?: boolean } {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
}

test('every audited read of an admin has a text and can be a filter of the audit log', async () => {
  const paths = [...(await listAuditedPaths()), auditCsvPath, paymentsCsvPath];
  expect(paths).toContain('/api/v1/accounts');
  expect(paths.filter((path) => auditMessages.reads[path] === undefined)).toEqual([]);
  const choice = { noun: 'personal_data', nounId: '/api/v1/accounts/:id' };
  expect(readAuditFilters(choice)).toEqual(choice);
});
