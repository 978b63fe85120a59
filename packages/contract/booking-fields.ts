import type { FieldFault } from '@carhouse/domain/errors/domain-error';
import { readPhoneNumber } from './phone-number.ts';

/**
 * Returns the errors in the two free texts of a booking, the meeting date and the buyer's number; empty when both are
 * valid. The booking dialog and the server require both texts, because a seller cannot answer a buyer who names neither
 * a day nor a telephone number.
 */
export function findBookingFieldFaults(fields: {
  readonly meetingDate: string;
  readonly buyerNumber: string;
}): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  if (fields.meetingDate.trim() === '') {
    faults.push({ path: 'meetingDate', code: 'required', message: 'Say when you would like to see the car' });
  }
  if (fields.buyerNumber.trim() === '') {
    faults.push({ path: 'buyerNumber', code: 'required', message: 'Give a telephone number for the seller' });
  } else if (readPhoneNumber(fields.buyerNumber) === undefined) {
    const message = 'This is no telephone number. Write one from abroad with + and its country code';
    faults.push({ path: 'buyerNumber', code: 'phone_number', message });
  }
  return faults;
}
