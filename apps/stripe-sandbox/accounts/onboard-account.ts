import { type Params, text } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import type { AccountRecord, BankAccountRecord, PersonDetails } from './account-records.ts';
import { saveAccount } from './create-account.ts';
import { presentBankAccount } from './present-account.ts';
import { computeRequirements } from './requirements.ts';
import { findTestBankAccount, TEST_ROUTING_NUMBER } from './test-bank-accounts.ts';

/** The `name` attributes of the inputs on the onboarding pages. */
export const FORM_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'dob',
  'line1',
  'postal_code',
  'id_number',
  'routing_number',
  'account_number',
] as const;
export type FieldName = (typeof FORM_FIELDS)[number];
/** What is wrong with a field, or with the agreement to the terms. */
export type FieldFaults = Partial<Record<FieldName | 'agree', string>>;

const MAX_TEXT_LENGTH = 254;
const ADULT_AGE_YEARS = 18;

/** The identity numbers that Stripe publishes for tests, and the outcome of the check of each number. */
const outcomeByTestIdNumber: Record<string, AccountRecord['idNumber']> = {
  '000000000': 'pending',
  '111111111': 'mismatched',
  '222222222': 'verified',
};

/** The test values with which every field of the form is valid. */
export const completeTestDetails: Record<FieldName, string> = {
  first_name: 'Jenny',
  last_name: 'Rosen',
  email: 'jenny@example.com',
  phone: '0000000000',
  dob: '1901-01-01',
  line1: 'address_full_match',
  postal_code: '238859',
  id_number: '222222222',
  routing_number: TEST_ROUTING_NUMBER,
  account_number: '000123456',
};

/**
 * Stores the details that a person has entered. Wrong details are not stored, and the result names them. With
 * `mustBeComplete` the person states that the form is complete; the onboarding then ends when no required detail is
 * missing.
 */
export function enterDetails(
  step: Step,
  account: AccountRecord,
  form: Params,
  mustBeComplete: boolean,
): { account: AccountRecord; faults: FieldFaults } {
  const faults: FieldFaults = {};
  const readField = (name: FieldName, isValid: (value: string) => boolean, message: string): string | undefined => {
    const value = text(form, name)?.trim();
    if (value === undefined || value === '') return undefined;
    if (value.length <= MAX_TEXT_LENGTH && isValid(value)) return value;
    faults[name] = message;
    return undefined;
  };
  const person = readPerson(account.person, readField, step.now);
  const idNumber = readField(
    'id_number',
    (value) => value in outcomeByTestIdNumber,
    'Use one of the test numbers below.',
  );
  const enteredAccount: AccountRecord = {
    ...account,
    businessType: account.businessType ?? 'individual',
    email:
      readField('email', (value) => /^[^\s@]+@[^\s@]+$/.test(value), 'This is no e-mail address.') ?? account.email,
    person,
    idNumber: idNumber === undefined ? account.idNumber : (outcomeByTestIdNumber[idNumber] ?? account.idNumber),
    bankAccount: readBankAccount(step, account, person, readField) ?? account.bankAccount,
    tosAcceptedAt: form.agree === 'on' ? (account.tosAcceptedAt ?? step.now) : account.tosAcceptedAt,
  };
  const missingRequirements = computeRequirements({ ...enteredAccount, restriction: null }).pastDue;
  if (
    mustBeComplete &&
    missingRequirements.some((field) => field !== 'individual.id_number' || enteredAccount.idNumber === 'missing')
  ) {
    Object.assign(faults, describeMissingFields(missingRequirements, faults));
  }
  const isDone = mustBeComplete && Object.keys(faults).length === 0;
  const savedAccount: AccountRecord = {
    ...enteredAccount,
    detailsSubmitted: account.detailsSubmitted || isDone,
    restriction: isDone && account.restriction?.reason === 'requirements.past_due' ? null : account.restriction,
  };
  recordBankAccountEvent(step, account, savedAccount);
  return { account: saveAccount(step, savedAccount), faults };
}

/** Ends the check of an identity number whose result is not known at once. */
export function finishIdentityCheck(step: Step, account: AccountRecord): void {
  if (account.idNumber === 'pending') saveAccount(step, { ...account, idNumber: 'verified' });
}

type ReadField = (name: FieldName, isValid: (value: string) => boolean, message: string) => string | undefined;

function readPerson(knownPerson: PersonDetails, readField: ReadField, now: number): PersonDetails {
  const isAnyText = () => true;
  return {
    firstName: readField('first_name', isAnyText, 'This name is too long.') ?? knownPerson.firstName,
    lastName: readField('last_name', isAnyText, 'This name is too long.') ?? knownPerson.lastName,
    phone:
      readField('phone', (value) => /^\+?[\d ]{8,20}$/.test(value), 'This is no telephone number.') ??
      knownPerson.phone,
    dateOfBirth:
      readField('dob', (value) => isAdult(value, now), 'Give a date such as 1901-01-01, at least 18 years ago.') ??
      knownPerson.dateOfBirth,
    line1: readField('line1', isAnyText, 'This address is too long.') ?? knownPerson.line1,
    postalCode:
      readField('postal_code', (value) => /^\d{6}$/.test(value), 'A postal code has six digits.') ??
      knownPerson.postalCode,
  };
}

/**
 * Reads the bank account. The account number alone is enough, because all test bank accounts have the same routing
 * number.
 */
function readBankAccount(
  step: Step,
  account: AccountRecord,
  person: PersonDetails,
  readField: ReadField,
): BankAccountRecord | undefined {
  const routingNumber = readField(
    'routing_number',
    (value) => value.replace('-', '') === TEST_ROUTING_NUMBER.replace('-', ''),
    `Use the test routing number ${TEST_ROUTING_NUMBER}.`,
  );
  const number = readField(
    'account_number',
    (value) => findTestBankAccount(value) !== undefined,
    'You must use a test bank account number in test mode. Try 000123456.',
  );
  if (number === undefined) return undefined;
  if (number === account.bankAccount?.number && account.bankAccount.status === 'new') return undefined;
  return {
    id: step.newId('ba'),
    number,
    routingNumber: routingNumber ?? TEST_ROUTING_NUMBER,
    holderName: [person.firstName, person.lastName].filter((name) => name !== null).join(' '),
    created: step.now,
    status: 'new',
  };
}

function recordBankAccountEvent(step: Step, accountBefore: AccountRecord, accountAfter: AccountRecord): void {
  if (accountAfter.bankAccount === null || accountAfter.bankAccount.id === accountBefore.bankAccount?.id) return;
  const bankAccount = presentBankAccount(accountAfter, accountAfter.bankAccount);
  recordEvent(step, 'account.external_account.created', bankAccount, accountAfter.id);
}

function describeMissingFields(missingRequirements: readonly string[], knownFaults: FieldFaults): FieldFaults {
  const fieldsByRequirement: Record<string, FieldName | 'agree'> = {
    external_account: 'account_number',
    'individual.address.line1': 'line1',
    'individual.address.postal_code': 'postal_code',
    'individual.dob.day': 'dob',
    'individual.email': 'email',
    'individual.first_name': 'first_name',
    'individual.id_number': 'id_number',
    'individual.last_name': 'last_name',
    'individual.phone': 'phone',
    'tos_acceptance.date': 'agree',
  };
  const fields = missingRequirements.flatMap((requirement) => fieldsByRequirement[requirement] ?? []);
  return Object.fromEntries(fields.map((field) => [field, knownFaults[field] ?? 'This is required.']));
}

/** Whether a date YYYY-MM-DD exists and is at least 18 years ago. `now` is in seconds since 1970. */
function isAdult(value: string, now: number): boolean {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (!isDate || new Date(value).toISOString().slice(0, 10) !== value) return false;
  const [year = 0] = value.split('-').map(Number);
  const today = new Date(now * 1000).toISOString().slice(0, 10);
  return `${year + ADULT_AGE_YEARS}${value.slice(4)}` <= today;
}
