import type { Client } from '@carhouse/contract/client';
import { securityAlerts, securityEvents } from '@carhouse/contract/security-events';
import {
  type SecurityEventName,
  type SecurityResult,
  securityEventNames,
  securityResults,
} from '@carhouse/domain/security/security-event';
import { makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

/** The filters in the URL of the page. */
export type SecurityFilters = { readonly event?: SecurityEventName; readonly result?: SecurityResult };

const pageSize = 50;
const refreshMs = 60_000;

/** Queries the security log, newest first, page by page. */
export function securityEventsQuery(client: Client, choice: SecurityFilters) {
  return makePagedQuery(
    makeQueryKey(securityEvents, 'pages', choice),
    (cursor) => client(securityEvents, { query: { ...choice, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}

/** Queries the alerts. The alerts are numbers without personal data, so a refresh each minute needs no audit entry. */
export function securityAlertsQuery(client: Client) {
  return { ...query(client, securityAlerts), refetchInterval: refreshMs };
}

/** Reads the filters from the URL; invalid filters are ignored. */
export function readSecurityFilters(search: Record<string, unknown>): SecurityFilters {
  const event = securityEventNames.find((securityEventName) => securityEventName === search.event);
  const result = securityResults.find((securityEventName) => securityEventName === search.result);
  return { ...(event === undefined ? {} : { event }), ...(result === undefined ? {} : { result }) };
}
