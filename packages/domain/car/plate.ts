const checksumLetters = 'AZYXUTSRPMLKJHGEDCB';
const checksumWeights = [9, 4, 5, 4, 3, 2] as const;
/**
 * Matches the number plate of a private car: since 1972 such plates begin with `S` and two more letters. Each
 * repetition is bounded, so matching takes linear time.
 */
const platePattern = /(?<![A-Za-z0-9])(S[A-Z]{2})[ -]?(\d{1,4})[ -]?([A-Z])(?![A-Za-z0-9])/gi;
const codeBeforeLetterA = 'A'.charCodeAt(0) - 1;

/**
 * Returns the first number plate of a Singapore car in a text, as `SBA1234G`; null when there is none. The last letter
 * of a plate is a checksum (Land Transport Authority). A text with a wrong checksum, such as most model names, is not a
 * plate.
 */
export function findPlate(text: string): string | null {
  for (const [, letters = '', digits = '', last = ''] of text.matchAll(platePattern)) {
    const plate = `${letters}${Number(digits)}${last}`.toUpperCase();
    if (computeChecksumLetter(letters.toUpperCase(), digits) === last.toUpperCase()) return plate;
  }
  return null;
}

function computeChecksumLetter(letters: string, digits: string): string | undefined {
  const plateNumbers = Array.from(letters.slice(1), (letter) => letter.charCodeAt(0) - codeBeforeLetterA);
  for (const digit of digits.padStart(4, '0')) plateNumbers.push(Number(digit));
  const sum = plateNumbers.reduce((total, value, valueIndex) => total + value * (checksumWeights[valueIndex] ?? 0), 0);
  return checksumLetters[sum % checksumLetters.length];
}
