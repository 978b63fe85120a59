import type { Client } from '@carhouse/contract/client';
import { listReports } from '@carhouse/contract/reports';
import { makePagedQuery, makeQueryKey } from '../../app/call-query.ts';

const pageSize = 25;

export type ReportStage = 'open' | 'closed';

/** The search parameters in the URL of the page. Without `stage` the open reports are listed. */
export type ReportSearch = { readonly stage?: ReportStage };

export function readReportStage({ stage }: ReportSearch): ReportStage {
  return stage === 'closed' ? 'closed' : 'open';
}

/**
 * Queries the open or the closed reports, page by page. The list contains the names of reporters, so no timer refreshes
 * the list: each read of personal data must be intended.
 */
export function reportsQuery(client: Client, stage: ReportStage) {
  return makePagedQuery(
    makeQueryKey(listReports, { query: { stage } }, 'pages'),
    (cursor) => client(listReports, { query: { stage, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}
