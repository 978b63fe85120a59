/** What went wrong, in the server's own sentence. */
export function failureText(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}
