/** The published numbers of test bank accounts in Singapore. Source: docs.stripe.com/connect/testing#account-numbers. */

export type PayoutFailure = { code: string; message: string };

export type TestBankAccount = {
  number: string;
  /** The reason for which the bank refuses a payout. The reason is null when the bank accepts the payout. */
  failure: PayoutFailure | null;
  /** `never`: a payout stays in transit until a test moves it. `returned`: a payout is paid first and fails later. */
  payoutBehaviour: 'at-once' | 'never' | 'returned';
};

/** The routing number of all test bank accounts: bank code and branch code. */
export const TEST_ROUTING_NUMBER = '1100-000';

const noAccountFailure: PayoutFailure = {
  code: 'no_account',
  message: 'The bank account details on file are probably incorrect. No bank account could be located with them.',
};
const accountClosedFailure: PayoutFailure = { code: 'account_closed', message: 'The bank account has been closed.' };
const insufficientFundsFailure: PayoutFailure = {
  code: 'insufficient_funds',
  message: 'Your Stripe account has insufficient funds to cover the payout.',
};
const debitNotAuthorizedFailure: PayoutFailure = {
  code: 'debit_not_authorized',
  message: 'Debit transactions are not approved on the bank account.',
};
const invalidCurrencyFailure: PayoutFailure = {
  code: 'invalid_currency',
  message: 'The bank was unable to process this payout because of its currency.',
};

export const testBankAccounts: readonly TestBankAccount[] = [
  { number: '000123456', failure: null, payoutBehaviour: 'at-once' },
  { number: '111111116', failure: noAccountFailure, payoutBehaviour: 'at-once' },
  { number: '111111113', failure: accountClosedFailure, payoutBehaviour: 'at-once' },
  { number: '222222227', failure: insufficientFundsFailure, payoutBehaviour: 'at-once' },
  { number: '333333335', failure: debitNotAuthorizedFailure, payoutBehaviour: 'at-once' },
  { number: '444444440', failure: invalidCurrencyFailure, payoutBehaviour: 'at-once' },
  // The last two numbers of the list are defined by this sandbox. Stripe publishes no number with which a payout is
  // returned or stays in transit.
  { number: '555555551', failure: accountClosedFailure, payoutBehaviour: 'returned' },
  { number: '666666662', failure: null, payoutBehaviour: 'never' },
];

const accountsByNumber = new Map(testBankAccounts.map((account) => [account.number, account]));

/**
 * The test bank account with this number. The result is undefined for any other number, because such a number is never
 * stored.
 */
export function findTestBankAccount(number: string): TestBankAccount | undefined {
  return accountsByNumber.get(number);
}
