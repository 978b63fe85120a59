import type { AccountId } from '../account/account.ts';
import { DomainError, type FieldFault } from '../errors/domain-error.ts';
import { containsLink } from '../text/contains-link.ts';

/** The ways in which a seller can be paid directly. */
export const directPaymentMethods = ['paynow', 'bank-transfer', 'cashiers-order', 'cash'] as const;
export type DirectPaymentMethod = (typeof directPaymentMethods)[number];

/** Maximum number of characters of a seller's note about how they are paid. */
export const paymentNoteLengthMaximum = 200;

/**
 * How a seller wants to be paid where buyers pay sellers directly. Only the seller, the buyers of the seller's open
 * orders and admins can read these instructions.
 */
export type PaymentInstructions = {
  readonly sellerId: AccountId;
  /** The ways in which this seller can be paid: at least one, in the order of `directPaymentMethods`. */
  readonly ways: readonly DirectPaymentMethod[];
  /** The mobile number (`+6591234567`) or the UEN for PayNow; null when PayNow is not one of the ways. */
  readonly paynowTo: string | null;
  /** Additional information for the buyer, such as the bank and the account number; '' when there is none. */
  readonly note: string;
  readonly changedAt: Date;
};

export type EnteredInstructions = {
  readonly ways: readonly DirectPaymentMethod[];
  readonly paynowTo: string;
  readonly note: string;
};

/**
 * Checks and reads the payment instructions that a seller has entered.
 * @throws DomainError INVALID with the names of the invalid fields.
 */
export function readInstructions(
  enteredInstructions: EnteredInstructions,
): Pick<PaymentInstructions, 'ways' | 'paynowTo' | 'note'> {
  const faults: FieldFault[] = [];
  const addFault = (path: string, message: string): void => void faults.push({ path, code: 'malformed', message });
  const ways = directPaymentMethods.filter((way) => enteredInstructions.ways.includes(way));
  if (ways.length === 0) faults.push({ path: 'ways', code: 'required', message: 'Choose at least one way' });
  const paynowTo = ways.includes('paynow') ? readPaynowTarget(enteredInstructions.paynowTo) : null;
  if (paynowTo === undefined) addFault('paynowTo', 'Neither a mobile number in Singapore nor a UEN');
  const note = enteredInstructions.note.trim();
  if (containsLink(note)) addFault('note', 'Links are not allowed');
  if (paynowTo === undefined || faults.length > 0) throw new DomainError('INVALID', { errors: faults });
  return { ways, paynowTo, note };
}

/** Mobile numbers in Singapore have eight digits and begin with 8 or 9 (IMDA, National Numbering Plan). */
const mobilePattern = /^(?:\+?65)?([89]\d{7})$/;
/**
 * A UEN of a business (`12345678A`), of a local company (`201234567A`) or of another entity (`T08GA0001A`), as
 * www.uen.gov.sg describes them. PayNow allows three more characters after a UEN.
 */
const uenPattern = /^(?:\d{8}[A-Z]|(?:19|20)\d{7}[A-Z]|[RST]\d{2}[A-Z][A-Z\d]\d{4}[A-Z])(?:[A-Z\d]{3})?$/;

/**
 * Returns the mobile number (`+6591234567`) or the UEN (in upper case) to which PayNow sends money; undefined for a text that is
 * neither.
 */
export function readPaynowTarget(text: string): string | undefined {
  const compactText = text.replace(/[\s().-]/g, '').toUpperCase();
  const mobileNumber = mobilePattern.exec(compactText)?.[1];
  if (mobileNumber !== undefined) return `+65${mobileNumber}`;
  return uenPattern.test(compactText) ? compactText : undefined;
}
