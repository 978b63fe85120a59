import type { Cents } from '@carhouse/domain/money/money';
import type { CardListPosition } from './card-provider.ts';
import { createCallGuard } from './guard-calls.ts';

/** A seller's account at the provider (connected account), as the provider describes it now. */
export type ConnectedAccount = {
  readonly accountId: string;
  /** Whether the seller has finished the provider's form at least once. */
  readonly detailsSubmitted: boolean;
  /** Whether the account may receive transfers. */
  readonly canReceiveTransfers: boolean;
  /** Whether the provider sends the money of the account to the seller's bank. */
  readonly canPayOut: boolean;
  /**
   * The provider's codes for the data that the seller must still give, such as `external_account`, most urgent first.
   */
  readonly requirements: readonly string[];
  /** The provider's code for why the account is disabled. The code is null while the account is not disabled. */
  readonly disabledReason: string | null;
  /**
   * The bank account that payouts in the currency of the account go to. The field is null when the seller has given no
   * bank account.
   */
  readonly bank: ConnectedBank | null;
};

export type ConnectedBank = {
  /** The provider's id of the bank account. Each bank account has a different id. */
  readonly bankId: string;
  /** The name of the bank, at most 100 characters; empty when the provider does not give it. */
  readonly name: string;
  /** The last four characters of the account number. */
  readonly last4: string;
};

/** Money that moved from Car House's balance at the provider to the balance of a connected account. */
export type Transfer = {
  readonly transferId: string;
  readonly accountId: string;
  readonly amount: Cents;
  readonly amountReversed: Cents;
  readonly currency: string;
  /** The provider's id of the charge from which the money comes. */
  readonly chargeId: string | null;
  /** The id of the booking on this server. */
  readonly group: string | null;
  readonly livemode: boolean;
  readonly createdAt: Date;
};

/** Money that moved back from a connected account to Car House's balance at the provider. */
export type TransferReversal = { readonly reversalId: string; readonly transferId: string; readonly amount: Cents };

/** Money on its way from a connected account to the seller's bank. */
export type Payout = {
  readonly payoutId: string;
  readonly amount: Cents;
  readonly currency: string;
  /** A payout that is paid can still become `failed`, when the bank returns the money. */
  readonly state: 'pending' | 'in-transit' | 'paid' | 'failed' | 'cancelled';
  /** The provider's code for why the payout failed. */
  readonly failureCode: string | null;
  /** The id of the booking on this server, from the metadata of the payout. */
  readonly bookingId: string | null;
  /** The day on which the money is expected at the bank. */
  readonly arrivesAt: Date;
  readonly livemode: boolean;
  readonly createdAt: Date;
};

/**
 * Why the provider has refused to move money. Nothing has moved. The provider repeats a refusal for the same idempotency
 * key for a day, so the next try needs a new key.
 *
 * - `insufficient-balance`: the balance does not hold the amount.
 * - `source-refunded`: the charge does not hold the amount any more, because it was refunded.
 * - `account-cannot-receive`: the connected account is not allowed to receive or to pay out, or does not exist any more.
 * - `rejected`: another reason, which is a defect of this server or follows from a change in the provider's dashboard.
 */
export type MoneyRefusal = 'insufficient-balance' | 'source-refunded' | 'account-cannot-receive' | 'rejected';
export type ProviderRefusal = { readonly kind: 'refused'; readonly reason: MoneyRefusal; readonly message: string };

/** A change of a balance at the provider. */
export type BalanceTransaction = {
  readonly transactionId: string;
  /** The provider's type of the transaction, such as `charge`, `transfer` or `payout`. */
  readonly type: string;
  /** Cents with a sign: an amount that comes into the balance is positive. */
  readonly amount: bigint;
  /** The provider's fee in cents. */
  readonly fee: bigint;
  /** `amount` without the fee. */
  readonly net: bigint;
  readonly currency: string;
  /** The id of the charge, transfer, payout or refund that changed the balance. */
  readonly sourceId: string | null;
  /** The id of the intent of a charge, a refund or a dispute. */
  readonly intentId: string | null;
  /** The id of the transfer of a reversal. */
  readonly transferId: string | null;
  /** For a transfer, the id of the booking on this server that the transfer belongs to. */
  readonly group: string | null;
  readonly createdAt: Date;
};

/** A balance in cents. A balance can be negative. `pending` is money that the provider has not made available yet. */
export type Balance = { readonly available: bigint; readonly pending: bigint };

/**
 * The interface to the provider that pays sellers. Idempotency keys are required arguments of calls that create an
 * account or move money, because a retry must not create a second account or move money twice. Every call may throw
 * DomainError PAYMENT_PROVIDER_UNAVAILABLE, which means that the outcome is unknown. A call that moves no money throws
 * a plain Error when the provider rejects the request, which is a defect of this server.
 */
export type PayoutProvider = {
  /**
   * Creates the account of a seller, who will identify themselves on the provider's pages. A second call with the same
   * key returns the same account. The provider remembers an idempotency key for a day.
   */
  createAccount(input: { readonly sellerId: string; readonly idempotencyKey: string }): Promise<ConnectedAccount>;
  /**
   * Finds an account. The result is null when the provider does not know the account, or does not let this server see
   * the account any more.
   */
  findAccount(accountId: string): Promise<ConnectedAccount | null>;
  /**
   * Creates a link to the provider's form. The link works once and for a few minutes. The browser comes back to
   * `returnUrl` when the seller leaves the form, finished or not, and to `refreshUrl` when the link does not work any
   * more.
   */
  createOnboardingLink(input: {
    readonly accountId: string;
    readonly returnUrl: string;
    readonly refreshUrl: string;
  }): Promise<string>;
  /** Creates a link to the provider's page on which the seller changes their details and their bank account. It works once. */
  createLoginLink(accountId: string): Promise<string>;
  /**
   * Moves money to a connected account: the money of one charge, or money of Car House's balance when `chargeId` is
   * null. A second call with the same key returns the same transfer.
   */
  createTransfer(input: {
    readonly accountId: string;
    readonly amount: Cents;
    readonly currency: string;
    readonly chargeId: string | null;
    /** The id of the booking on this server. */
    readonly group: string;
    readonly idempotencyKey: string;
  }): Promise<{ readonly kind: 'succeeded'; readonly transfer: Transfer } | ProviderRefusal>;
  /** The transfers of one booking, the oldest first. */
  listTransfersOfGroup(group: string): Promise<readonly Transfer[]>;
  /** Finds a transfer; null when the provider does not know the transfer. */
  findTransfer(transferId: string): Promise<Transfer | null>;
  /** Moves money of a transfer back to Car House's balance. */
  reverseTransfer(input: {
    readonly transferId: string;
    readonly amount: Cents;
    readonly idempotencyKey: string;
  }): Promise<{ readonly kind: 'succeeded'; readonly reversal: TransferReversal } | ProviderRefusal>;
  /** Sends money of a connected account to the seller's bank. A second call with the same key returns the same payout. */
  createPayout(input: {
    readonly accountId: string;
    readonly amount: Cents;
    readonly currency: string;
    readonly bookingId: string;
    readonly idempotencyKey: string;
  }): Promise<{ readonly kind: 'succeeded'; readonly payout: Payout } | ProviderRefusal>;
  /** Finds a payout of a connected account; null when the provider does not know the payout. */
  findPayout(accountId: string, payoutId: string): Promise<Payout | null>;
  /**
   * The payouts of a connected account after a position, the oldest first. One call returns a few hundred objects at
   * most. The list is empty when the provider does not let this server see the account any more.
   */
  listPayouts(accountId: string, position: CardListPosition): Promise<readonly Payout[]>;
  /**
   * The changes of a balance after a position, the oldest first. One call returns a few hundred objects at most.
   * @param accountId the connected account; null for Car House's own balance.
   */
  listBalanceTransactions(accountId: string | null, position: CardListPosition): Promise<readonly BalanceTransaction[]>;
  /** Reads a balance in one currency. @param accountId the connected account; null for Car House's own balance. */
  readBalance(accountId: string | null, currency: string): Promise<Balance>;
};

/** Adds a circuit breaker to a provider (`createCallGuard`). */
export function guardPayoutProvider(provider: PayoutProvider): PayoutProvider {
  const guardCall = createCallGuard();
  return {
    createAccount: guardCall(provider.createAccount),
    findAccount: guardCall(provider.findAccount),
    createOnboardingLink: guardCall(provider.createOnboardingLink),
    createLoginLink: guardCall(provider.createLoginLink),
    createTransfer: guardCall(provider.createTransfer),
    listTransfersOfGroup: guardCall(provider.listTransfersOfGroup),
    findTransfer: guardCall(provider.findTransfer),
    reverseTransfer: guardCall(provider.reverseTransfer),
    createPayout: guardCall(provider.createPayout),
    findPayout: guardCall(provider.findPayout),
    listPayouts: guardCall(provider.listPayouts),
    listBalanceTransactions: guardCall(provider.listBalanceTransactions),
    readBalance: guardCall(provider.readBalance),
  };
}
