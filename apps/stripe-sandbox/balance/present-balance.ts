import type { BalanceTransactionRecord } from './balance-records.ts';
import { sumFunds } from './balance-transactions.ts';

/**
 * A balance in the format of the API, with each currency that its movements have, and Singapore dollars in any case.
 */
export function presentBalance(transactions: readonly BalanceTransactionRecord[], account: string | null, now: number) {
  const accountTransactions = transactions.filter((each) => each.account === account);
  const currencies = [...new Set(['sgd', ...accountTransactions.map((each) => each.currency)])];
  const funds = currencies.map((currency) => ({
    currency,
    ...sumFunds(accountTransactions, account, currency, now),
  }));
  const presentFunds = (currency: string, amount: number) => ({ amount, currency, source_types: { card: amount } });
  return {
    object: 'balance',
    available: funds.map(({ currency, available }) => presentFunds(currency, available)),
    connect_reserved: currencies.map((currency) => ({ amount: 0, currency })),
    livemode: false,
    pending: funds.map(({ currency, pending }) => presentFunds(currency, pending)),
  };
}

/** A movement of a balance in the format of the API. */
export function presentBalanceTransaction(transaction: BalanceTransactionRecord, now: number) {
  const { amount, fee, currency } = transaction;
  const feeDetail = {
    amount: fee,
    application: null,
    currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  };
  return {
    id: transaction.id,
    object: 'balance_transaction',
    amount,
    available_on: transaction.availableOn,
    balance_type: 'payments',
    created: transaction.created,
    currency,
    description: transaction.description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeDetail],
    net: amount - fee,
    reporting_category: transaction.reportingCategory,
    source: transaction.source,
    status: transaction.availableOn <= now ? 'available' : 'pending',
    type: transaction.type,
  };
}
