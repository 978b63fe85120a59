import { setTimeout as wait } from 'node:timers/promises';

const overloadedStatus = 503;
const maxTries = 20;

/**
 * Repeats a call that the server refused under overload before the call ran, because the set-up of a test must succeed.
 * Other tests check how an open page handles a refusal under overload.
 */
export async function retryWhenOverloaded<Answer>(
  call: () => Promise<Answer>,
  readStatus: (answer: Answer) => { readonly status: number; readonly retryAfter: string | null | undefined },
): Promise<Answer> {
  for (let tryCount = 0; ; tryCount += 1) {
    const answer = await call();
    const { status, retryAfter } = readStatus(answer);
    if (status !== overloadedStatus || tryCount === maxTries) return answer;
    await wait(1_000 * Number(retryAfter ?? 1));
  }
}
