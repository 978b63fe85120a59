/** The faults that a test can set. They are set in process only: no network request can set one. */

export type ApiFault =
  /** The call is never processed and never answered. */
  | { kind: 'hang' }
  /** The call is not processed; the answer is 500, 502 with HTML, 429, or 429 `lock_timeout`. */
  | { kind: '500' | '502_html' | '429' | 'lock_timeout' }
  /** The call is processed and on disk; the connection is cut before the response. */
  | { kind: 'rst_after_create' }
  /** The call is processed and on disk; only the first half of the response is sent, as if it were complete. */
  | { kind: 'truncated' }
  /** The call is processed and on disk; the response is 200 with complete JSON of another object. */
  | { kind: 'wrong_shape' }
  /** The call reaches another account: the object in its path is unknown (404), and nothing is processed. */
  | { kind: 'other_account' }
  /** The call starts after `ms` milliseconds. */
  | { kind: 'slow_ms'; ms: number }
  /** The intent in the response has a wrong amount (by `by` minor units), another currency, or live mode. */
  | { kind: 'amount_tampered'; by: number }
  | { kind: 'wrong_currency'; currency: string }
  | { kind: 'livemode_true' }
  /** The intent in the response has these fields instead of its own. */
  | { kind: 'lie'; fields: object };

export type WebhookFault =
  /** The event is never posted. */
  | { kind: 'drop' }
  /** The event is posted `copies` times. */
  | { kind: 'dup'; copies: number }
  /** The event waits `ms` milliseconds before each attempt. */
  | { kind: 'delay'; ms: number }
  /** The signature is wrong, or its timestamp is outside any tolerance. */
  | { kind: 'bad_sig' | 'old_t' };

type Rule<Fault> = Fault & {
  /** Matches `POST /v1/payment_intents` and other calls, or the event type of a webhook. Every call or event by default. */
  on?: RegExp;
  /** Number of times that the fault happens. When absent, it happens until it is cleared. */
  times?: number;
};

export type Faults = {
  api(fault: Rule<ApiFault>): void;
  webhook(fault: Rule<WebhookFault>): void;
  clear(): void;
};

export type FaultStore = Faults & {
  takeApi(subject: string): ApiFault[];
  takeWebhook(subject: string): WebhookFault[];
};

export function makeFaults(): FaultStore {
  let api: Rule<ApiFault>[] = [];
  let webhooks: Rule<WebhookFault>[] = [];
  return {
    api(fault) {
      api.push({ ...fault });
    },
    webhook(fault) {
      webhooks.push({ ...fault });
    },
    clear() {
      api = [];
      webhooks = [];
    },
    takeApi: (subject) => take(api, subject),
    takeWebhook: (subject) => take(webhooks, subject),
  };
}

function take<Fault>(rules: Rule<Fault>[], subject: string): Fault[] {
  const active = rules.filter((rule) => (rule.on?.test(subject) ?? true) && (rule.times ?? 1) > 0);
  for (const rule of active) if (rule.times !== undefined) rule.times -= 1;
  return active;
}
