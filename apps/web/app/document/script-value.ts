/** A value as a script inside a page has it: no `<` of it may end the script. */
export function scriptValue(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
