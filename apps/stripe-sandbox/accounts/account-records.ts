/** The records of connected accounts. Times are seconds since 1970. */

/** The details that an onboarding page asks a person for. A field is null when the person has not filled it in. */
export type PersonDetails = {
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
  line1: string | null;
  postalCode: string | null;
};

export type BankAccountRecord = {
  id: string;
  /** The account number, which is one of the test numbers in test-bank-accounts.ts. */
  number: string;
  routingNumber: string;
  holderName: string;
  created: number;
  /**
   * `errored` after a payout to the bank account has failed. No payout goes to an errored bank account until it is
   * replaced.
   */
  status: 'new' | 'errored';
};

export type AccountRecord = {
  id: string;
  created: number;
  country: 'SG';
  email: string | null;
  type: 'custom' | 'express' | 'none' | 'standard';
  controller: {
    feesPayer: string;
    lossesPayments: string;
    requirementCollection: string;
    dashboard: string;
  };
  businessType: string | null;
  businessProfile: Record<string, string>;
  metadata: Record<string, string>;
  requestedCapabilities: readonly string[];
  payoutInterval: string;
  person: PersonDetails;
  /** The outcome of the check of the identity number. The identity number itself is not stored. */
  idNumber: 'missing' | 'pending' | 'verified' | 'mismatched';
  bankAccount: BankAccountRecord | null;
  tosAcceptedAt: number | null;
  /** Whether the person has ever completed the onboarding. */
  detailsSubmitted: boolean;
  /** A restriction that a test has set. */
  restriction: AccountRestriction | null;
  /** The return URL of the newest onboarding link. The URL contains the shop's origin. */
  shopUrl: string | null;
};

export type AccountRestriction = {
  /** A value of `requirements.disabled_reason`. */
  reason: string;
  /** The requirements that are due because of the restriction, such as `individual.verification.document`. */
  due: readonly string[];
};

/**
 * A link to the onboarding page or to the dashboard of an account. The id of the link is the secret part of the link's
 * URL.
 */
export type AccountLinkRecord = {
  id: string;
  kind: 'login' | 'onboarding';
  accountId: string;
  created: number;
  expiresAt: number;
  /** The refresh URL is null for a login link. */
  refreshUrl: string | null;
  returnUrl: string | null;
  usedAt: number | null;
  /** How often the form of the page has been sent. */
  answers: number;
  /** The secret part of the URL of the page that the link opens. The page works only after the link has been used. */
  sessionId: string;
};
