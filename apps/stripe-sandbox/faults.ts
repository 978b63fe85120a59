/** The faults that a test can set. Set in process only: nothing on the network reaches it. */

export type ApiFault =
  /** The call is never processed and never answered. */
  | { kind: 'hang' }
  /** The call is not processed; the answer is 500, 502 with HTML, 429, or 429 `lock_timeout`. */
  | { kind: '500' | '502_html' | '429' | 'lock_timeout' }
  /** The call is processed and on disk; the connection is cut before the answer. */
  | { kind: 'rst_after_create' }
  /** The call is processed and on disk; only the first half of the answer is sent, as if it were complete. */
  | { kind: 'truncated' }
  /** The call is processed and on disk; the answer is 200 and whole JSON, but not the object that was asked for. */
  | { kind: 'wrong_shape' }
  /** The call reaches another account: the object in its path is unknown (404), and nothing is processed. */
  | { kind: 'other_account' }
  /** The call starts after `ms` milliseconds. */
  | { kind: 'slow_ms'; ms: number }
  /** The intent in the answer has a wrong amount (by `by` minor units), another currency, or live mode. */
  | { kind: 'amount_tampered'; by: number }
  | { kind: 'wrong_currency'; currency: string }
  | { kind: 'livemode_true' }
  /** The intent in the answer has these fields instead of its own. */
  | { kind: 'lie'; fields: object };

export type WebhookFault =
  /** The event is never posted. */
  | { kind: 'drop' }
  /** The event is posted `copies` times. */
  | { kind: 'dup'; copies: number }
  /** The event waits `ms` milliseconds before each attempt. */
  | { kind: 'delay'; ms: number }
  /** The signature is wrong, or its time is outside any tolerance. */
  | { kind: 'bad_sig' | 'old_t' };

type Rule<Fault> = Fault & {
  /** A pattern for `POST /v1/payment_intents` and other calls, or for the event type of webhooks; all when absent. */
  on?: RegExp;
  /** How many times the fault happens; until it is cleared when absent. */
  times?: number;
};

export type Faults = {
  api(fault: Rule<ApiFault>): void;
  webhook(fault: Rule<WebhookFault>): void;
  clear(): void;
};

export type FaultBox = Faults & {
  takeApi(subject: string): ApiFault[];
  takeWebhook(subject: string): WebhookFault[];
};

export function makeFaults(): FaultBox {
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
  const struck = rules.filter((rule) => (rule.on?.test(subject) ?? true) && (rule.times ?? 1) > 0);
  for (const rule of struck) if (rule.times !== undefined) rule.times -= 1;
  return struck;
}
