/** @throws Error with the words when the condition does not hold. */
export function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}
