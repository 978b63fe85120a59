import type Stripe from 'stripe';
import {
  callStripe,
  createStripeClient,
  isRequestRejection,
  isUnknownObject,
  readErrorCode,
  readRejectedParameter,
  returnNullIfUnknownObject,
  type StripeOptions,
} from './call-stripe.ts';
import { listAfterPosition } from './list-after.ts';
import type { MoneyRefusal, PayoutProvider, ProviderRefusal } from './payout-provider.ts';
import {
  readAccount,
  readBalanceTransaction,
  readPayout,
  readReversal,
  readTransfer,
  sumAmountsInCurrency,
} from './read-payout-objects.ts';
import { readCharge, UnexpectedShapeError } from './read-stripe.ts';

/** The country of all connected accounts, as ISO 3166 code. */
const country = 'SG';

/**
 * Creates the provider that pays sellers, with the official Stripe SDK (Connect). `endpoint` selects the sandbox
 * provider, which has the same API.
 */
export function createStripePayoutProvider(options: Pick<StripeOptions, 'secretKey' | 'endpoint'>): PayoutProvider {
  const stripe = createStripeClient(options);
  return {
    createAccount: (input) =>
      callStripe(async () => {
        const account = await stripe.accounts.create(makeAccountFields(input.sellerId), {
          idempotencyKey: input.idempotencyKey,
        });
        // For a day, the provider repeats its first response for the same key. The server therefore reads the account
        // again after the call.
        return readAccount(await stripe.accounts.retrieve(account.id));
      }),
    findAccount: (accountId) =>
      callStripe(async () => readAccount(await stripe.accounts.retrieve(accountId))).catch(returnNullIfAccountUnknown),
    createOnboardingLink: (input) =>
      callStripe(async () => {
        const onboardingLink = await stripe.accountLinks.create({
          account: input.accountId,
          type: 'account_onboarding',
          return_url: input.returnUrl,
          refresh_url: input.refreshUrl,
        });
        return requireUrl(onboardingLink.url);
      }),
    createLoginLink: (accountId) =>
      callStripe(async () => requireUrl((await stripe.accounts.createLoginLink(accountId)).url)),
    createTransfer: (input) =>
      callStripe(async () => {
        let id: string;
        try {
          ({ id } = await stripe.transfers.create(
            {
              amount: Number(input.amount),
              currency: input.currency,
              destination: input.accountId,
              ...(input.chargeId === null ? {} : { source_transaction: input.chargeId }),
              transfer_group: input.group,
            },
            { idempotencyKey: input.idempotencyKey },
          ));
        } catch (error) {
          return readRefusal(error) ?? (await readSourceRefusal(stripe, input.chargeId, error));
        }
        // For a day, the provider repeats its first response for the same key. The server therefore reads the transfer
        // again to get its current state.
        return { kind: 'succeeded' as const, transfer: readTransfer(await stripe.transfers.retrieve(id)) };
      }),
    listTransfersOfGroup: (group) =>
      callStripe(async () => {
        const transfers: Stripe.Transfer[] = [];
        for await (const each of stripe.transfers.list({ transfer_group: group, limit: 100 })) transfers.push(each);
        return transfers.map(readTransfer).reverse();
      }),
    findTransfer: (transferId) =>
      callStripe(async () => readTransfer(await stripe.transfers.retrieve(transferId))).catch(
        returnNullIfUnknownObject,
      ),
    reverseTransfer: (input) =>
      callStripe(async () => {
        try {
          const reversal = await stripe.transfers.createReversal(
            input.transferId,
            { amount: Number(input.amount) },
            { idempotencyKey: input.idempotencyKey },
          );
          return { kind: 'succeeded' as const, reversal: readReversal(reversal) };
        } catch (error) {
          return requireRefusal(error);
        }
      }),
    createPayout: (input) =>
      callStripe(async () => {
        const stripeAccount = input.accountId;
        let id: string;
        try {
          ({ id } = await stripe.payouts.create(
            {
              amount: Number(input.amount),
              currency: input.currency,
              metadata: { booking_id: input.bookingId },
            },
            { idempotencyKey: input.idempotencyKey, stripeAccount },
          ));
        } catch (error) {
          return requireRefusal(error);
        }
        const payout = readPayout(await stripe.payouts.retrieve(id, {}, { stripeAccount }));
        return { kind: 'succeeded' as const, payout };
      }),
    findPayout: (stripeAccount, payoutId) =>
      callStripe(async () => readPayout(await stripe.payouts.retrieve(payoutId, {}, { stripeAccount }))).catch(
        returnNullIfAccountUnknown,
      ),
    listPayouts: (stripeAccount, position) =>
      callStripe(async () =>
        (
          await listAfterPosition((page) => stripe.payouts.list(page, { stripeAccount }), position, isUnknownObject)
        ).map(readPayout),
      ).catch((error: unknown) => returnNullIfAccountUnknown(error) ?? []),
    listBalanceTransactions: (accountId, position) =>
      callStripe(async () =>
        (
          await listAfterPosition(
            (page) =>
              stripe.balanceTransactions.list({ ...page, expand: ['data.source'] }, makeRequestOptions(accountId)),
            position,
            isUnknownObject,
          )
        ).map(readBalanceTransaction),
      ),
    readBalance: (accountId, currency) =>
      callStripe(async () => {
        const balance = await stripe.balance.retrieve({}, makeRequestOptions(accountId));
        if (!Array.isArray(balance?.available) || !Array.isArray(balance.pending))
          throw new UnexpectedShapeError('What the card provider sent is no balance.');
        return {
          available: sumAmountsInCurrency(balance.available, currency),
          pending: sumAmountsInCurrency(balance.pending, currency),
        };
      }),
  };
}

/**
 * The fields of a new connected account. The provider identifies the seller on its own pages and gives them a small
 * dashboard (Express). Car House pays the provider's fees and bears losses. Payouts are made one by one (`manual`),
 * because each payout belongs to one sale.
 */
function makeAccountFields(sellerId: string): Stripe.AccountCreateParams {
  return {
    country,
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
    },
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata: { seller_id: sellerId },
  };
}

function makeRequestOptions(accountId: string | null): { stripeAccount?: string } {
  return accountId === null ? {} : { stripeAccount: accountId };
}

/** The error code of the provider for an account that was closed, or that has ended its connection to Car House. */
const unknownAccountCode = 'account_invalid';

/** Returns null for an unknown account, and for an unknown object of an account; throws every other error. */
function returnNullIfAccountUnknown(error: unknown): null {
  if (error instanceof Error && readErrorCode(error.cause) === unknownAccountCode) return null;
  return returnNullIfUnknownObject(error);
}

/** The provider's error codes for refusals to move money that are no defects of this server. */
const refusalReasonsByErrorCode: ReadonlyMap<string, MoneyRefusal> = new Map([
  ['balance_insufficient', 'insufficient-balance'],
  ['insufficient_funds', 'insufficient-balance'],
  ['charge_already_refunded', 'source-refunded'],
  ['insufficient_capabilities_for_transfer', 'account-cannot-receive'],
  ['transfers_not_allowed', 'account-cannot-receive'],
  ['payouts_not_allowed', 'account-cannot-receive'],
  ['account_closed', 'account-cannot-receive'],
  [unknownAccountCode, 'account-cannot-receive'],
  ['bank_account_unusable', 'account-cannot-receive'],
  ['no_account', 'account-cannot-receive'],
]);

/** Returns the refusal that an error of the provider stands for; undefined for other errors. */
function readRefusal(error: unknown): ProviderRefusal | undefined {
  const isUnknownDestination = isUnknownObject(error) && readRejectedParameter(error) === 'destination';
  const reason = isUnknownDestination
    ? 'account-cannot-receive'
    : refusalReasonsByErrorCode.get(readErrorCode(error) ?? '');
  return reason && { kind: 'refused', reason, message: (error as Error).message };
}

/**
 * Returns the refusal of `readRefusal`, or `rejected` for any other rejection. @throws the error when it is no
 * rejection, because the outcome is then unknown.
 */
function requireRefusal(error: unknown): ProviderRefusal {
  const refusal = readRefusal(error);
  if (refusal !== undefined) return refusal;
  if (!isRequestRejection(error)) throw error;
  return { kind: 'refused', reason: 'rejected', message: (error as Error).message };
}

/**
 * Returns the refusal of a transfer that the provider has rejected. The provider has no error code for a charge that
 * was refunded, so the charge is read.
 * @throws the error when it is no rejection, because the outcome is then unknown.
 */
async function readSourceRefusal(stripe: Stripe, chargeId: string | null, error: unknown): Promise<ProviderRefusal> {
  const refusal = requireRefusal(error);
  if (chargeId === null) return refusal;
  const charge = readCharge(await stripe.charges.retrieve(chargeId));
  return charge.amountRefunded === 0n ? refusal : { ...refusal, reason: 'source-refunded' };
}

function requireUrl(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url))
    throw new UnexpectedShapeError('What the card provider sent has no address.');
  return url;
}
