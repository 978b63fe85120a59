const checksumLetters = 'AZYXUTSRPMLKJHGEDCB';
const weights = [9, 4, 5, 4, 3, 2] as const;
/**
 * Matches a car's number plate, which has had `S` and two more letters since 1972. Each repetition is bounded, so matching
 * is linear.
 */
const shape = /(?<![A-Za-z0-9])(S[A-Z]{2})[ -]?(\d{1,4})[ -]?([A-Z])(?![A-Za-z0-9])/gi;
const lettersBefore = 'A'.charCodeAt(0) - 1;

/**
 * Returns the first number plate of a Singapore car in a text, as `SBA1234G`; null when there is none. The last letter is a
 * checksum (Land Transport Authority), so model names are hardly ever taken for a plate.
 */
export function findPlate(text: string): string | null {
  for (const [, letters = '', digits = '', last = ''] of text.matchAll(shape)) {
    const plate = `${letters}${Number(digits)}${last}`.toUpperCase();
    if (checksumOf(letters.toUpperCase(), digits) === last.toUpperCase()) return plate;
  }
  return null;
}

function checksumOf(letters: string, digits: string): string | undefined {
  const values = Array.from(letters.slice(1), (letter) => letter.charCodeAt(0) - lettersBefore);
  for (const digit of digits.padStart(4, '0')) values.push(Number(digit));
  const sum = values.reduce((total, value, place) => total + value * (weights[place] ?? 0), 0);
  return checksumLetters[sum % checksumLetters.length];
}
