import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Maximum number of characters of a text that is parsed. A telephone number has at most 15 digits (ITU-T E.164), so a
 * longer text is no telephone number.
 */
const maxTextLength = 40;

/**
 * Returns the international form (E.164, such as `+6591234567`) of a telephone number that a user typed; undefined for
 * a text that is not a valid number. A number without a country code is a number in Singapore. The library
 * libphonenumber provides the numbering plans.
 */
export function readPhoneNumber(text: string): string | undefined {
  if (text.length > maxTextLength) return undefined;
  const phoneNumber = parsePhoneNumberFromString(text, { defaultCountry: 'SG', extract: false });
  return phoneNumber?.isValid() === true ? phoneNumber.number : undefined;
}
