/** @throws Error with the message `failureMessage` when the condition is false. */
export function expect(condition: boolean, failureMessage: string): void {
  if (!condition) throw new Error(failureMessage);
}
