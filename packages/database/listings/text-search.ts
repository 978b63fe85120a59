/** The LIKE pattern for texts that contain these words, with special characters escaped. */
export function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
