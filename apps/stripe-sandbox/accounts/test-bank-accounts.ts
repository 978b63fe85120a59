/** The published numbers of test bank accounts in Singapore. Source: docs.stripe.com/connect/testing#account-numbers. */

export type PayoutFailure = { code: string; message: string };

export type TestBankAccount = {
  number: string;
  /** The reason for which the bank refuses a payout. The reason is null when the bank accepts the payout. */
  failure: PayoutFailure | null;
  /** `never`: a payout stays in transit until a test moves it. `returned`: a payout is paid first and fails later. */
  payoutCourse: 'at-once' | 'never' | 'returned';
};

/** The routing number of all test bank accounts: bank code and branch code. */
export const TEST_ROUTING_NUMBER = '1100-000';

const noAccount: PayoutFailure = {
  code: 'no_account',
  message: 'The bank account details on file are probably incorrect. No bank account could be located with them.',
};
const accountClosed: PayoutFailure = { code: 'account_closed', message: 'The bank account has been closed.' };
const insufficientFunds: PayoutFailure = {
  code: 'insufficient_funds',
  message: 'Your Stripe account has insufficient funds to cover the payout.',
};
const debitNotAuthorized: PayoutFailure = {
  code: 'debit_not_authorized',
  message: 'Debit transactions are not approved on the bank account.',
};
const invalidCurrency: PayoutFailure = {
  code: 'invalid_currency',
  message: 'The bank was unable to process this payout because of its currency.',
};

export const testBankAccounts: readonly TestBankAccount[] = [
  { number: '000123456', failure: null, payoutCourse: 'at-once' },
  { number: '111111116', failure: noAccount, payoutCourse: 'at-once' },
  { number: '111111113', failure: accountClosed, payoutCourse: 'at-once' },
  { number: '222222227', failure: insufficientFunds, payoutCourse: 'at-once' },
  { number: '333333335', failure: debitNotAuthorized, payoutCourse: 'at-once' },
  { number: '444444440', failure: invalidCurrency, payoutCourse: 'at-once' },
  // The last two numbers of the list are defined by this sandbox. Stripe publishes no number with which a payout is
  // returned or stays in transit.
  { number: '555555551', failure: accountClosed, payoutCourse: 'returned' },
  { number: '666666662', failure: null, payoutCourse: 'never' },
];

const accountsByNumber = new Map(testBankAccounts.map((account) => [account.number, account]));

/**
 * The test bank account with this number. The result is undefined for any other number, because such a number is never
 * stored.
 */
export function findTestBankAccount(number: string): TestBankAccount | undefined {
  return accountsByNumber.get(number);
}
