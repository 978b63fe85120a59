/** The published test cards and the behaviour of each. Source: docs.stripe.com/testing. */

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';
export type CardFunding = 'credit' | 'debit' | 'prepaid';

export type Decline = {
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  declineCode: string | null;
  message: string;
  /** Whether the card needs a security code. The issuer checks the code only when the request has one. */
  needsCvc?: boolean;
  /** Whether the provider's own risk rules refuse the card, and not the issuer. */
  isBlockedByRisk?: boolean;
};

export type CardRow = {
  number: string;
  brand: CardBrand;
  funding: CardFunding;
  country: string;
  /** The names of ready-made payment methods that use this card. */
  paymentMethods: readonly string[];
  /**
   * Whether the buyer must authenticate before the card is charged. When the authentication is `required`, a decline
   * follows after the authentication.
   */
  authentication: 'none' | 'required';
  decline: Decline | null;
  /** The final state of a refund, which may differ from the state in the first response. */
  refund: 'succeeds' | 'pending_then_succeeds' | 'succeeds_then_fails';
  risk: 'normal' | 'elevated' | 'highest';
  cvcCheck: 'pass' | 'fail';
  /** Whether the money of a charge is available at once. */
  bypassesPending: boolean;
  /** The bank's reaction after the charge: a dispute or a warning. */
  bankContests: readonly BankContest[];
};

export type BankContest =
  | { kind: 'dispute'; reason: 'fraudulent' | 'product_not_received' | 'noncompliant'; isInquiry: boolean }
  | { kind: 'warning'; fraudType: 'made_with_stolen_card' };

const DECLINED_MESSAGE = 'Your card was declined.';
const genericDecline: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED_MESSAGE };
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
// Lost and stolen cards have the general message, because the message must not reveal that a card was reported.
const lostCardDecline: Decline = { ...genericDecline, declineCode: 'lost_card' };
const stolenCardDecline: Decline = { ...genericDecline, declineCode: 'stolen_card' };
const velocityDecline: Decline = {
  code: 'card_declined',
  declineCode: 'card_velocity_exceeded',
  message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
};
const expiredDecline: Decline = { code: 'expired_card', declineCode: null, message: 'Your card has expired.' };
const wrongCvcDecline: Decline = {
  code: 'incorrect_cvc',
  declineCode: null,
  message: "Your card's security code is incorrect.",
  needsCvc: true,
};
const processingErrorDecline: Decline = {
  code: 'processing_error',
  declineCode: null,
  message: 'An error occurred while processing your card. Try again in a little bit.',
};
const fraudulentDecline: Decline = { ...genericDecline, declineCode: 'fraudulent', isBlockedByRisk: true };

const fraudContest: BankContest = { kind: 'dispute', reason: 'fraudulent', isInquiry: false };
const notReceivedContest: BankContest = { kind: 'dispute', reason: 'product_not_received', isInquiry: false };
const noncompliantContest: BankContest = { kind: 'dispute', reason: 'noncompliant', isInquiry: false };
const inquiryContest: BankContest = { kind: 'dispute', reason: 'fraudulent', isInquiry: true };
const fraudWarning: BankContest = { kind: 'warning', fraudType: 'made_with_stolen_card' };

/** The response to a valid number that is not in the table. Test mode accepts no real card. */
export const notATestCardDecline: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://docs.stripe.com/testing.',
};

export const testCards: readonly CardRow[] = [
  makeCardRow('4242424242424242', 'visa', 'pm_card_visa', 'pm_card_us'),
  makeCardRow('4000056655665556', 'visa', { funding: 'debit' }, 'pm_card_visa_debit'),
  makeCardRow('5555555555554444', 'mastercard', 'pm_card_mastercard'),
  makeCardRow('2223003122003222', 'mastercard'),
  makeCardRow('5200828282828210', 'mastercard', { funding: 'debit' }, 'pm_card_mastercard_debit'),
  makeCardRow('5105105105105100', 'mastercard', { funding: 'prepaid' }, 'pm_card_mastercard_prepaid'),
  makeCardRow('378282246310005', 'amex', 'pm_card_amex', 'pm_card_amex_threeDSecureNotSupported'),
  makeCardRow('371449635398431', 'amex'),
  makeCardRow('6555900000604105', 'discover'),
  makeCardRow('6011111111111117', 'discover', 'pm_card_discover'),
  makeCardRow('6011000990139424', 'discover'),
  makeCardRow('6011981111111113', 'discover', { funding: 'debit' }),
  makeCardRow('3056930009020004', 'diners', 'pm_card_diners'),
  makeCardRow('36227206271667', 'diners'),
  makeCardRow('3566002020360505', 'jcb', { country: 'JP' }, 'pm_card_jcb'),
  makeCardRow('6200000000000005', 'unionpay', { country: 'CN' }, 'pm_card_unionpay'),
  makeCardRow('6200000000000047', 'unionpay', { country: 'CN', funding: 'debit' }),
  makeCardRow('6205500000000000004', 'unionpay', { country: 'CN' }),
  makeCardRow('4000007020000003', 'visa', { country: 'SG' }, 'pm_card_sg'),
  makeCardRow('4000000000000077', 'visa', { bypassesPending: true }, 'pm_card_bypassPending'),
  makeCardRow(
    '4000003720000278',
    'visa',
    { country: 'IE', bypassesPending: true },
    'pm_card_bypassPendingInternational',
  ),

  // The issuer declines the following cards.
  makeCardRow(
    '4000000000000002',
    'visa',
    { decline: genericDecline },
    'pm_card_visa_chargeDeclined',
    'pm_card_chargeDeclined',
  ),
  makeCardRow(
    '4000000000009995',
    'visa',
    { decline: insufficientFunds },
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'pm_card_chargeDeclinedInsufficientFunds',
  ),
  makeCardRow('4000000000009987', 'visa', { decline: lostCardDecline }, 'pm_card_visa_chargeDeclinedLostCard'),
  makeCardRow('4000000000009979', 'visa', { decline: stolenCardDecline }, 'pm_card_visa_chargeDeclinedStolenCard'),
  makeCardRow('4000000000000069', 'visa', { decline: expiredDecline }, 'pm_card_chargeDeclinedExpiredCard'),
  makeCardRow('4000000000000127', 'visa', { decline: wrongCvcDecline }, 'pm_card_chargeDeclinedIncorrectCvc'),
  makeCardRow('4000000000000119', 'visa', { decline: processingErrorDecline }, 'pm_card_chargeDeclinedProcessingError'),
  makeCardRow(
    '4000000000006975',
    'visa',
    { decline: velocityDecline },
    'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  ),
  makeCardRow('4000000000000341', 'visa', { decline: genericDecline }, 'pm_card_chargeCustomerFail'),

  // The following cards use 3-D Secure.
  makeCardRow('4000002500003155', 'visa', { authentication: 'required' }, 'pm_card_authenticationRequiredOnSetup'),
  makeCardRow('4000002760003184', 'visa', { authentication: 'required' }, 'pm_card_authenticationRequired'),
  makeCardRow(
    '4000003800000446',
    'visa',
    { authentication: 'required' },
    'pm_card_authenticationRequiredSetupForOffSession',
  ),
  makeCardRow(
    '4000008260003178',
    'visa',
    { authentication: 'required', decline: insufficientFunds },
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  makeCardRow('4000000000003220', 'visa', { authentication: 'required' }, 'pm_card_threeDSecure2Required'),
  makeCardRow(
    '4000008400001629',
    'visa',
    { authentication: 'required', decline: genericDecline },
    'pm_card_threeDSecureRequiredChargeDeclined',
  ),
  // The lookup before the challenge fails, so there is no challenge and the card is declined immediately.
  makeCardRow('4000008400001280', 'visa', { decline: genericDecline }, 'pm_card_threeDSecureRequiredProcessingError'),
  makeCardRow('4000000000003055', 'visa', 'pm_card_threeDSecureOptional'),
  makeCardRow('4000000000003097', 'visa', 'pm_card_threeDSecureOptionalProcessingError'),
  makeCardRow('4000582600000094', 'visa', { country: 'GB' }),
  makeCardRow('4000582600000045', 'visa', { country: 'GB' }),
  makeCardRow('4000582600000102', 'visa', { country: 'GB' }),
  makeCardRow('4000582600000110', 'visa', { country: 'GB' }),

  // The risk rules of the provider react to the following cards.
  makeCardRow('4100000000000019', 'visa', { decline: fraudulentDecline, risk: 'highest' }, 'pm_card_radarBlock'),
  makeCardRow('4000000000004954', 'visa', { decline: fraudulentDecline, risk: 'highest' }, 'pm_card_riskLevelHighest'),
  makeCardRow('4000000000009235', 'visa', { risk: 'elevated' }, 'pm_card_riskLevelElevated'),
  makeCardRow('4000000000000101', 'visa', { cvcCheck: 'fail' }, 'pm_card_cvcCheckFail'),

  // Refunds of the following cards change their state later.
  makeCardRow('4000000000007726', 'visa', { refund: 'pending_then_succeeds' }, 'pm_card_pendingRefund'),
  makeCardRow('4000000000005126', 'visa', { refund: 'succeeds_then_fails' }, 'pm_card_refundFail'),

  // The bank contests charges of the following cards.
  makeCardRow('4000000000000259', 'visa', { bankContests: [fraudContest] }, 'pm_card_createDispute'),
  makeCardRow(
    '4000000000002685',
    'visa',
    { bankContests: [notReceivedContest] },
    'pm_card_createDisputeProductNotReceived',
  ),
  makeCardRow('4000000000001976', 'visa', { bankContests: [inquiryContest] }, 'pm_card_createDisputeInquiry'),
  makeCardRow('4000000000005423', 'visa', { bankContests: [fraudWarning] }, 'pm_card_createIssuerFraudRecord'),
  makeCardRow(
    '4000000404000079',
    'visa',
    { bankContests: [fraudContest, notReceivedContest] },
    'pm_card_createMultipleDisputes',
  ),
  makeCardRow('4000000404000038', 'visa', { bankContests: [fraudContest] }, 'pm_card_createCe3EligibleDispute'),
  makeCardRow('4000008400000779', 'visa', { bankContests: [noncompliantContest] }, 'pm_card_createComplianceDispute'),
];

const rowsByNumber = new Map(testCards.map((row) => [row.number, row]));
const rowsByPaymentMethod = new Map(testCards.flatMap((row) => row.paymentMethods.map((name) => [name, row] as const)));

/** The row of a published test card, by its number as digits. The result is undefined for any other number. */
export function findCardByNumber(number: string): CardRow | undefined {
  return rowsByNumber.get(number);
}

/** The row of a ready-made payment method such as `pm_card_visa`. */
export function findCardByPaymentMethod(name: string): CardRow | undefined {
  return rowsByPaymentMethod.get(name);
}

type CardRowOverrides = Partial<Omit<CardRow, 'number' | 'brand' | 'paymentMethods'>>;

function makeCardRow(number: string, brand: CardBrand, ...overridesAndMethods: (CardRowOverrides | string)[]): CardRow {
  const [firstArgument] = overridesAndMethods;
  const overrides = typeof firstArgument === 'object' ? firstArgument : {};
  return {
    number,
    brand,
    funding: 'credit',
    country: 'US',
    authentication: 'none',
    decline: null,
    refund: 'succeeds',
    risk: 'normal',
    cvcCheck: 'pass',
    bypassesPending: false,
    bankContests: [],
    ...overrides,
    paymentMethods: overridesAndMethods.filter((each) => typeof each === 'string'),
  };
}
