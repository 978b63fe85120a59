import { nextCursor } from './next-cursor.ts';

/** One page of a list: what the call answered, and the cursor of the page after it, null on the last. */
export type ListPage<Answer> = { readonly answer: Answer; readonly next: string | null };

/** Makes the call of a list whose `Link` header leads on. */
export async function listPage<Answer>(
  fetch: (onHeaders: (headers: Headers) => void) => Promise<Answer>,
): Promise<ListPage<Answer>> {
  let next: string | null = null;
  const answer = await fetch((headers) => {
    next = nextCursor(headers);
  });
  return { answer, next };
}
