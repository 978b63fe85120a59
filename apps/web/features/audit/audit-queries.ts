import { audit, auditVerification } from '@carhouse/contract/audit';
import type { Client } from '@carhouse/contract/client';
import { isCalendarDay } from '@carhouse/domain/text/singapore-day';
import { queryOptions } from '@tanstack/react-query';
import { makePagedQuery, makeQueryKey } from '../../app/call-query.ts';

/** The filters in the URL of the page. */
export type AuditFilters = {
  readonly noun?: string;
  readonly nounId?: string;
  /** The id of a user, or `machine` for the server. */
  readonly actor?: string;
  /** A day in Singapore, as an ISO date. */
  readonly day?: string;
};

/** Number of rows on the first page, and number of rows that each 'show more' adds. */
const pageSize = 50;

/** Queries the audit log, newest first, page by page. */
export function auditQuery(client: Client, choice: AuditFilters) {
  return makePagedQuery(
    makeQueryKey(audit, 'pages', choice),
    (cursor) => client(audit, { query: { ...choice, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}

/**
 * Queries whether the hash chain of the audit log is intact. The server reads the whole audit log to answer this query,
 * so the query starts after the page has loaded.
 */
export function chainQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(auditVerification),
    queryFn: () => client(auditVerification),
    staleTime: 60_000,
    retry: false,
  });
}

/** The id of a record, the name of a brand, or the path of a call that was read. */
const idPattern = /^[\w/:.-]{1,80}$/;

/** Reads the filters from the URL; invalid filters are ignored. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  const readText = (value: unknown, form: RegExp): string | undefined =>
    typeof value === 'string' && form.test(value) ? value : undefined;
  const noun = readText(search.noun, /^[a-z_]{1,40}$/);
  const nounId = noun === undefined ? undefined : readText(search.nounId, idPattern);
  const actor = readText(search.actor, /^(machine|[0-9a-f-]{36})$/);
  const day = typeof search.day === 'string' && isCalendarDay(search.day) ? search.day : undefined;
  return {
    ...(noun === undefined ? {} : { noun }),
    ...(nounId === undefined ? {} : { nounId }),
    ...(actor === undefined ? {} : { actor }),
    ...(day === undefined ? {} : { day }),
  };
}
