import type { PayoutAccount } from '@carhouse/contract/payout-accounts';
import { isPayoutConfirmed } from '@carhouse/domain/payout-account/payout-account-policy';
import type { ShownPayoutAccount } from './show-payout-account.ts';

/** Returns a seller's payout account in the fields of the API. */
export function presentPayoutAccount({ account, changeFacts, hasSales }: ShownPayoutAccount): PayoutAccount {
  const { bank = null, bankSince = null } = account ?? {};
  return {
    state: account?.state ?? 'none',
    hasSecondFactor: changeFacts.secondFactorAt !== null,
    confirmed: isPayoutConfirmed(changeFacts),
    detailsSubmitted: account?.detailsSubmitted ?? false,
    requirements: [...(account?.requirements ?? [])],
    disabledReason: account?.disabledReason ?? null,
    bank:
      bank === null || bankSince === null
        ? null
        : { name: bank.name, last4: bank.last4, since: bankSince.toISOString() },
    hasSales,
    stateSince: account?.stateSince.toISOString() ?? null,
  };
}
