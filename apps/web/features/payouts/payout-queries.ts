import type { Client } from '@carhouse/contract/client';
import { showPayoutAccount } from '@carhouse/contract/payout-accounts';
import { query } from '../../app/call-query.ts';

/** Queries the seller's own payout account. */
export function payoutAccountQuery(client: Client) {
  return query(client, showPayoutAccount);
}
