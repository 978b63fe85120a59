import { type Answer, bookListing, type CarOptions, call, makeCar, makeUser, type TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** What a buyer does with a code in the app of their bank, as the page of the sandbox offers it. */
export type CodeOutcome = 'approve' | 'approve_refund_fails' | 'decline' | 'expire';

export type CodeOrder = {
  readonly buyer: TestUser;
  readonly bookingId: string;
  readonly intentId: string;
  /** URL of the provider's page of the code. */
  readonly pageUrl: string;
};

/** The price of a car that PayNow can pay, in dollars. */
const paynowPriceDollars = 88_800;

export const askCode = (server: TestServer, buyer: TestUser | null, bookingId: string): Promise<Answer> =>
  call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/paynow-code`);

/** Returns the URL of the provider's page of a code that was shown. */
export function readPageUrl({ body }: Answer): string {
  return String((body.code as { pageUrl?: unknown }).pageUrl);
}

export const requestPaymentCheck = (server: TestServer, buyer: TestUser | null, bookingId: string): Promise<Answer> =>
  call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/payment-check`);

/** Makes a new buyer's booking of a new listing, whose payment page shows a PayNow code. */
export async function makeCodeOrder(server: TestServer, seller: TestUser, car: CarOptions = {}): Promise<CodeOrder> {
  const buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(
    server,
    buyer,
    await makeCar(server, seller, { dollars: paynowPriceDollars, ...car }),
  );
  const answer = await askCode(server, buyer, bookingId);
  if (answer.status !== 200) throw new Error(`The code answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const { rows } = await server.context.pool.query<{ intent_id: string }>(
    "SELECT intent_id FROM payment_attempt WHERE booking_id = $1 AND state = 'open'",
    [bookingId],
  );
  return { buyer, bookingId, intentId: rows[0]?.intent_id ?? '', pageUrl: readPageUrl(answer) };
}

/**
 * Sends the buyer's decision from the provider's page of a code. @returns the status: 410 when the code can no longer
 * be paid.
 */
export async function answerCodePage(server: TestServer, pageUrl: string, codeOutcome: CodeOutcome): Promise<number> {
  const id = new URL(pageUrl).pathname.split('/').at(-1) ?? '';
  const answer = await fetch(`${server.sandbox.url}/paynow/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ result: codeOutcome }),
    redirect: 'manual',
  });
  return answer.status;
}
