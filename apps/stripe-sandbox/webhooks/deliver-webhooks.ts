import type { FaultStore } from '../faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { EventRecord } from '../ledger/records.ts';
import { presentEvent } from '../present.ts';
import { signWebhook } from './sign-webhook.ts';

export type RetryPlan = { firstMs: number; maxMs: number; attempts: number };
export type WebhookDelivery = {
  /** Posts the events, now and after failures again, in the background. They must already be on disk. */
  enqueue(eventIds: readonly string[]): void;
  close(): Promise<void>;
};

const MAX_PARALLEL = 8;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Posts pending events until the receiver responds with 2xx, doubling the pause after each failure, up to `retry.attempts`.
 * Only the outcome is stored: after a restart the attempts of a pending event start from the first.
 */
export function startWebhookDelivery(options: {
  ledger: Ledger;
  url: () => string | undefined;
  secret: string;
  now: () => Date;
  faults: FaultStore;
  retry: RetryPlan;
  log: (message: string) => void;
}): WebhookDelivery {
  const { ledger, faults, retry, log } = options;
  type Attempt = { id: string; number: number; waited: boolean };
  const ready: Attempt[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const stop = new AbortController();

  function push(attempt: Attempt): void {
    ready.push(attempt);
    pump();
  }

  function pump(): void {
    while (running.size < MAX_PARALLEL && !stop.signal.aborted) {
      const next = ready.shift();
      if (next === undefined) return;
      const work = deliver(next)
        .catch((error: unknown) => log(`webhook ${next.id}: ${String(error)}`))
        .finally(() => {
          running.delete(work);
          pump();
        });
      running.add(work);
    }
  }

  async function deliver({ id, number, waited }: Attempt): Promise<void> {
    const event = ledger.get('events', id);
    if (event === undefined || event.delivery !== 'pending') return;
    const active = faults.takeWebhook(event.type);
    if (active.some((fault) => fault.kind === 'drop')) return finish(event, 'abandoned');
    const pause = active.find((fault) => fault.kind === 'delay');
    if (pause !== undefined && !waited) return later({ id, number, waited: true }, pause.ms);
    const copies = active.find((fault) => fault.kind === 'dup')?.copies ?? 1;
    const forgery = active.map((fault) => fault.kind).find((kind) => kind === 'bad_sig' || kind === 'old_t');
    let failure: string | null = null;
    for (let copy = 0; copy < copies; copy += 1) {
      failure = await post(event, forgery);
    }
    if (stop.signal.aborted) return;
    if (failure === null) return finish(event, 'delivered');
    if (number + 1 >= retry.attempts) {
      log(`webhook ${event.type} ${id}: given up after ${retry.attempts} attempts (${failure})`);
      return finish(event, 'abandoned');
    }
    later({ id, number: number + 1, waited: false }, Math.min(retry.maxMs, retry.firstMs * 2 ** number));
  }

  function later(attempt: Attempt, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      push(attempt);
    }, ms);
    timers.add(timer);
  }

  /** Null when the receiver accepted the event, else the error. */
  async function post(event: EventRecord, fault: 'bad_sig' | 'old_t' | undefined): Promise<string | null> {
    const url = options.url();
    if (url === undefined) return 'no webhook address';
    const body = JSON.stringify(presentEvent(event), null, 2);
    const seconds = Math.floor(options.now().getTime() / 1000) - (fault === 'old_t' ? 3600 : 0);
    const secret = fault === 'bad_sig' ? `${options.secret}x` : options.secret;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signWebhook(body, secret, seconds),
          'user-agent': 'Stripe/1.0 (+https://docs.stripe.com/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await answer.arrayBuffer();
      return answer.ok ? null : `status ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function finish(event: EventRecord, delivery: EventRecord['delivery']): Promise<void> {
    const change = ledger.begin();
    change.put('events', { ...event, delivery });
    await ledger.commit(change);
  }

  return {
    enqueue(ids) {
      for (const id of ids) push({ id, number: 0, waited: false });
    },
    async close() {
      stop.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
