import type { Client } from '@carhouse/contract/client';
import { securityAlerts, securityEvents } from '@carhouse/contract/security-events';
import {
  type SecurityEventName,
  type SecurityResult,
  securityEventNames,
  securityResults,
} from '@carhouse/domain/security/security-event';
import { callKey, pagedQuery, query } from '../../app/call-query.ts';

/** What the address of the screen says about the list. */
export type SecurityChoice = { readonly event?: SecurityEventName; readonly result?: SecurityResult };

const pageSize = 50;
const lookAgain = 60_000;

/** The security log, newest first, page by page. */
export function securityEventsQuery(client: Client, choice: SecurityChoice) {
  return pagedQuery(
    callKey(securityEvents, 'pages', choice),
    (cursor) => client(securityEvents, { query: { ...choice, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}

/** The four alerts. Numbers only, so they are looked at again each minute. */
export function securityAlertsQuery(client: Client) {
  return { ...query(client, securityAlerts), refetchInterval: lookAgain };
}

/** The filters in the address; invalid ones are ignored. */
export function readSecurityChoice(search: Record<string, unknown>): SecurityChoice {
  const event = securityEventNames.find((one) => one === search.event);
  const result = securityResults.find((one) => one === search.result);
  return { ...(event === undefined ? {} : { event }), ...(result === undefined ? {} : { result }) };
}
