import { setTimeout as wait } from 'node:timers/promises';

const turnedAway = 503;
const triesAtMost = 20;

/**
 * Makes a call again that the server turned away before it looked at it, because the machine could not keep up: what a test
 * prepares has to be there, and what it opens. What a page that is open does about it is the page's matter.
 */
export async function waitForRoom<Answer>(
  call: () => Promise<Answer>,
  told: (answer: Answer) => { readonly status: number; readonly retryAfter: string | null | undefined },
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await call();
    const { status, retryAfter } = told(answer);
    if (status !== turnedAway || tries === triesAtMost) return answer;
    await wait(1_000 * Number(retryAfter ?? 1));
  }
}
