import type { FaultStore } from '../faults.ts';
import type { RecordStore } from '../ledger/ledger.ts';
import type { EventRecord } from '../ledger/records.ts';
import { presentEvent } from './present-event.ts';
import { signWebhook } from './sign-webhook.ts';

export type RetryPlan = { firstDelayMs: number; maxDelayMs: number; attempts: number };
export type WebhookDelivery = {
  /**
   * Posts the events in the background, and posts an event again after a failure. The events must be on disk before the
   * call.
   */
  enqueue(eventIds: readonly string[]): void;
  close(): Promise<void>;
};

const MAX_PARALLEL_ATTEMPTS = 8;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Posts pending events until the receiver responds with 2xx, at most `retry.attempts` times. The pause doubles after
 * each failure. Only the outcome of a delivery is stored, so after a restart the attempts of a pending event are
 * counted from 0.
 */
export function startWebhookDelivery(options: {
  recordStore: RecordStore;
  url: () => string | undefined;
  secret: string;
  now: () => Date;
  faults: FaultStore;
  retryPlan: RetryPlan;
  log: (message: string) => void;
}): WebhookDelivery {
  const { recordStore, faults, retryPlan, log } = options;
  type DeliveryAttempt = { id: string; number: number; hasWaited: boolean };
  const readyAttempts: DeliveryAttempt[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const runningAttempts = new Set<Promise<void>>();
  const stopController = new AbortController();

  function addAttempt(attempt: DeliveryAttempt): void {
    readyAttempts.push(attempt);
    startAttempts();
  }

  function startAttempts(): void {
    while (runningAttempts.size < MAX_PARALLEL_ATTEMPTS && !stopController.signal.aborted) {
      const nextAttempt = readyAttempts.shift();
      if (nextAttempt === undefined) return;
      const attemptPromise = deliverAttempt(nextAttempt)
        .catch((error: unknown) => log(`webhook ${nextAttempt.id}: ${String(error)}`))
        .finally(() => {
          runningAttempts.delete(attemptPromise);
          startAttempts();
        });
      runningAttempts.add(attemptPromise);
    }
  }

  async function deliverAttempt({ id, number, hasWaited }: DeliveryAttempt): Promise<void> {
    const event = recordStore.get('events', id);
    if (event === undefined || event.delivery !== 'pending') return;
    const activeFaults = faults.takeWebhookFaults(event.type);
    if (activeFaults.some((fault) => fault.kind === 'drop')) return finishDelivery(event, 'abandoned');
    const delayFault = activeFaults.find((fault) => fault.kind === 'delay');
    if (delayFault !== undefined && !hasWaited) return scheduleAttempt({ id, number, hasWaited: true }, delayFault.ms);
    const copies = activeFaults.find((fault) => fault.kind === 'dup')?.copyCount ?? 1;
    const forgeryKind = activeFaults.map((fault) => fault.kind).find((kind) => kind === 'bad_sig' || kind === 'old_t');
    let failure: string | null = null;
    for (let copyIndex = 0; copyIndex < copies; copyIndex += 1) {
      failure = await postEvent(event, forgeryKind);
    }
    if (stopController.signal.aborted) return;
    if (failure === null) return finishDelivery(event, 'delivered');
    if (number + 1 >= retryPlan.attempts) {
      log(`webhook ${event.type} ${id}: given up after ${retryPlan.attempts} attempts (${failure})`);
      return finishDelivery(event, 'abandoned');
    }
    scheduleAttempt(
      { id, number: number + 1, hasWaited: false },
      Math.min(retryPlan.maxDelayMs, retryPlan.firstDelayMs * 2 ** number),
    );
  }

  function scheduleAttempt(attempt: DeliveryAttempt, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      addAttempt(attempt);
    }, ms);
    timers.add(timer);
  }

  /** Posts one event. Returns null when the receiver accepted the event, otherwise the error. */
  async function postEvent(event: EventRecord, fault: 'bad_sig' | 'old_t' | undefined): Promise<string | null> {
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
        signal: AbortSignal.any([stopController.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await answer.arrayBuffer();
      return answer.ok ? null : `status ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function finishDelivery(event: EventRecord, delivery: EventRecord['delivery']): Promise<void> {
    const change = recordStore.begin();
    change.put('events', { ...event, delivery });
    await recordStore.commit(change);
  }

  return {
    enqueue(ids) {
      for (const id of ids) addAttempt({ id, number: 0, hasWaited: false });
    },
    async close() {
      stopController.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(runningAttempts);
    },
  };
}
