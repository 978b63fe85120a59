/** Whether PostgreSQL can hold a text, or can even be asked for it: no NUL, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
