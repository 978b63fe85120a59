import type { AccountRecord } from './account-records.ts';

export type Requirements = {
  currentlyDue: readonly string[];
  pastDue: readonly string[];
  pendingVerification: readonly string[];
  errors: readonly { code: string; reason: string; requirement: string }[];
  /**
   * The time in seconds since 1970 at which the due requirements become past due. The deadline is null when every due
   * requirement is past due, or when no requirement is due.
   */
  currentDeadline: number | null;
  disabledReason: string | null;
};

/** The time in seconds that a person has to correct an address that does not match. */
const CORRECTION_PERIOD_SECONDS = 14 * 24 * 60 * 60;
const DATE_OF_BIRTH_ON_LIST = '1900-01-01';
const UNVERIFIABLE_ADDRESSES = ['address_no_match', 'address_line1_no_match'];

/** The details that the provider still needs from the person, and why the provider has disabled payouts. */
export function computeRequirements(account: AccountRecord): Requirements {
  const pastDue = [...listMissingFields(account), ...(account.restriction?.due ?? [])];
  const errors: { code: string; reason: string; requirement: string }[] = [];
  if (account.idNumber === 'mismatched') {
    pastDue.push('individual.id_number');
    errors.push({
      code: 'verification_failed_keyed_identity',
      reason:
        'The person’s keyed-in identity information could not be verified. Correct any errors or upload a document.',
      requirement: 'individual.id_number',
    });
  }
  if (account.bankAccount?.status === 'errored') pastDue.push('external_account');
  const isAddressUnverifiable = UNVERIFIABLE_ADDRESSES.includes(account.person.line1 ?? '');
  if (isAddressUnverifiable) {
    errors.push({
      code: 'verification_failed_residential_address',
      reason: 'The address could not be verified. Correct it, or upload a document that shows it.',
      requirement: 'individual.address.line1',
    });
  }
  return {
    currentlyDue: [...pastDue, ...(isAddressUnverifiable ? ['individual.address.line1'] : [])].toSorted(),
    pastDue: pastDue.toSorted(),
    pendingVerification: account.idNumber === 'pending' ? ['individual.id_number'] : [],
    errors,
    currentDeadline: isAddressUnverifiable
      ? (account.tosAcceptedAt ?? account.created) + CORRECTION_PERIOD_SECONDS
      : null,
    disabledReason: findDisabledReason(account, pastDue),
  };
}

/** Whether money can be transferred to the account. A missing or failing bank account does not prevent a transfer. */
export function computeTransfersStatus(account: AccountRecord): 'active' | 'inactive' | 'pending' {
  const { pastDue, disabledReason } = computeRequirements(account);
  if (!account.detailsSubmitted || pastDue.some((field) => field !== 'external_account')) return 'inactive';
  if (disabledReason === 'requirements.pending_verification') return 'pending';
  return disabledReason === null || disabledReason === 'requirements.past_due' ? 'active' : 'inactive';
}

/** Whether the account can be paid out to its bank account. */
export function arePayoutsEnabled(account: AccountRecord): boolean {
  return account.detailsSubmitted && computeRequirements(account).disabledReason === null;
}

function findDisabledReason(account: AccountRecord, pastDue: readonly string[]): string | null {
  if (account.restriction !== null) return account.restriction.reason;
  if (account.person.dateOfBirth === DATE_OF_BIRTH_ON_LIST) return 'listed';
  if (pastDue.length > 0) return 'requirements.past_due';
  return account.idNumber === 'pending' ? 'requirements.pending_verification' : null;
}

function listMissingFields({ person, ...account }: AccountRecord): string[] {
  const fields: [name: string, isMissing: boolean][] = [
    ['business_type', account.businessType === null],
    ['external_account', account.bankAccount === null],
    ['individual.address.line1', person.line1 === null],
    ['individual.address.postal_code', person.postalCode === null],
    ['individual.dob.day', person.dateOfBirth === null],
    ['individual.dob.month', person.dateOfBirth === null],
    ['individual.dob.year', person.dateOfBirth === null],
    ['individual.email', account.email === null],
    ['individual.first_name', person.firstName === null],
    ['individual.id_number', account.idNumber === 'missing'],
    ['individual.last_name', person.lastName === null],
    ['individual.phone', person.phone === null],
    ['tos_acceptance.date', account.tosAcceptedAt === null],
    ['tos_acceptance.ip', account.tosAcceptedAt === null],
  ];
  return fields.filter(([, isMissing]) => isMissing).map(([name]) => name);
}
