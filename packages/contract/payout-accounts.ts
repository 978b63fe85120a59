import { payoutAccountStates } from '@carhouse/domain/payout-account/payout-account';
import { z } from 'zod/mini';
import { call } from './call.ts';

const payoutAccount = z.object({
  state: z.enum(payoutAccountStates),
  /** Whether the caller's sign-ins need a second factor. */
  hasSecondFactor: z.boolean(),
  /** Whether the caller has used a mailed confirmation link after adding the account's second factor. */
  confirmed: z.boolean(),
  /** Whether the caller has finished the provider's form at least once. */
  detailsSubmitted: z.boolean(),
  /**
   * The provider's codes for the data that the caller must still enter, such as `external_account`, most urgent first.
   */
  requirements: z.array(z.string()),
  /** The provider's code for why the account is disabled; null while the account is enabled. */
  disabledReason: z.nullable(z.string()),
  bank: z.nullable(
    z.object({
      /** The name of the bank; '' when it is unknown. */
      name: z.string(),
      /** The last characters of the account number. */
      last4: z.string(),
      /** The time since which the bank account is known, in ISO 8601, UTC. */
      since: z.string(),
    }),
  ),
  /** Whether a buyer has ever paid on this site for a car of the caller. */
  hasSales: z.boolean(),
  /** The time at which the state last changed, in ISO 8601, UTC; null before the first confirmation. */
  stateSince: z.nullable(z.string()),
});

export type PayoutAccount = z.infer<typeof payoutAccount>;

const path = '/api/v1/me/payout-account';
/** The address of a page of the provider. The address can be opened only once, within a few minutes, in any browser. */
const providerPageAnswers = { 200: z.object({ url: z.string() }) };

export const showPayoutAccount = call({
  method: 'GET',
  path,
  summary: 'The own account to which the money of sales goes, as it was last read from the card provider',
  noun: 'payout-accounts',
  access: 'Seller',
  answers: { 200: payoutAccount },
});

export const checkPayoutAccount = call({
  method: 'POST',
  path: `${path}/check`,
  summary: 'Reads the own payout account from the card provider now',
  noun: 'payout-accounts',
  access: 'Seller',
  answers: { 200: payoutAccount },
});

export const askPayoutConfirmation = call({
  method: 'POST',
  path: `${path}/confirmation-link`,
  summary:
    'Mails the link by which the caller confirms that they want to be paid. 403 SECOND_FACTOR_REQUIRED without a second factor',
  noun: 'payout-accounts',
  access: 'Seller',
  answers: { 202: z.object({ accepted: z.literal(true) }) },
});

export const confirmPayouts = call({
  method: 'POST',
  path: `${path}/confirmation`,
  summary:
    'Confirms by the token of a mailed link that the caller wants to be paid, once. For a session of the last 15 minutes that has proved the second factor',
  noun: 'payout-accounts',
  access: 'Seller',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  answers: { 200: z.object({ confirmed: z.literal(true) }) },
});

export const startOnboarding = call({
  method: 'POST',
  path: `${path}/onboarding`,
  summary:
    'Makes the account at the card provider, once, and answers with the address of the form that the provider asks the caller to fill in. 403 PAYOUTS_UNCONFIRMED before the confirmation by a mailed link',
  noun: 'payout-accounts',
  access: 'Seller',
  securityEvent: 'money-act',
  hasSecretAnswer: true,
  needsRecentSignIn: true,
  answers: providerPageAnswers,
});

export const openProviderPage = call({
  method: 'POST',
  path: `${path}/provider-page`,
  summary:
    'The address of the page of the card provider on which the caller changes their details and their bank account',
  noun: 'payout-accounts',
  access: 'Seller',
  securityEvent: 'money-act',
  hasSecretAnswer: true,
  needsRecentSignIn: true,
  answers: providerPageAnswers,
});
