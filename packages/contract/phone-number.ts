import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The digits of a card are longer than any telephone number (ITU-T E.164: at most 15 digits), so this bounds the work. */
const longestText = 40;

/**
 * The international form (E.164, such as `+6591234567`) of a telephone number that a person typed; undefined for a text that
 * is none. A number without a country code is one of Singapore. By the numbering plans of libphonenumber.
 */
export function readPhoneNumber(text: string): string | undefined {
  if (text.length > longestText) return undefined;
  const found = parsePhoneNumberFromString(text, { defaultCountry: 'SG', extract: false });
  return found?.isValid() === true ? found.number : undefined;
}
