/** Serialises a value for a script inside a page; a `<` in it must not end the script. */
export function scriptValue(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
