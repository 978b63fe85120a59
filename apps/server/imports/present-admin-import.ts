import type { AdminImport } from '@carhouse/contract/admin-imports';
import type { AdminImport as AdminImportRow } from '@carhouse/database/imports/admin-imports';
import { listAdminActs } from '@carhouse/domain/import/import-lifecycle';
import { readDealerImportRow } from './import-records.ts';
import { presentImport, presentSummary } from './present-import.ts';

const previewRowCount = 5;

/**
 * Returns an import as an admin sees it, with the actions that its state allows. Only an import that waits for an admin
 * has preview rows.
 */
export function presentAdminImport(row: AdminImportRow, now: Date): AdminImport {
  const isWaitingForReview = row.state === 'awaiting review';
  return {
    ...presentSummary(row),
    changedAt: row.updated_at.toISOString(),
    fault: row.fault,
    seller: {
      _id: row.seller_id,
      name: row.seller,
      joinedAt: row.joined_at.toISOString(),
      carsOnOffer: row.cars,
      suspended: row.seller_status === 'suspended',
    },
    preview: isWaitingForReview ? presentImport(readDealerImportRow(row), now).preview.slice(0, previewRowCount) : [],
    acts: [...listAdminActs(row.state)],
  };
}
