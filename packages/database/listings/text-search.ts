/** The pattern of LIKE for texts that hold these words, whatever signs stand in them. */
export function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
