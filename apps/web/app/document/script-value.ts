/** Serialises a value for a script inside a page; a `<` is escaped, so that it cannot end the script. */
export function serialiseForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
