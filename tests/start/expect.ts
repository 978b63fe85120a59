/** @throws Error with the message `otherwise` when the condition is false. */
export function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}
