/** Makes a LIKE pattern for texts that contain these words, with special characters escaped. */
export function makeLikePattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
