/** The faults that a test can set. Tests set faults inside the process. No network request can set a fault. */

export type ApiFault =
  /** The call is never processed, and no response to it is sent. */
  | { kind: 'hang' }
  /** The call is not processed. The response is 500, 502 with HTML, 429, or 429 `lock_timeout`. */
  | { kind: '500' | '502_html' | '429' | 'lock_timeout' }
  /** The call is processed and its data is on disk. The connection is cut before the response. */
  | { kind: 'rst_after_create' }
  /**
   * The call is processed and its data is on disk. Only the first half of the response is sent, as if this half were
   * the complete response.
   */
  | { kind: 'truncated' }
  /** The call is processed and its data is on disk. The response is 200 with complete JSON of another object. */
  | { kind: 'wrong_shape' }
  /**
   * The API key belongs to another account. In another account, the object in the path is unknown (404), and the call
   * changes nothing.
   */
  | { kind: 'other_account' }
  /** The call starts after `ms` milliseconds. */
  | { kind: 'slow_ms'; ms: number }
  /**
   * The object in the response, such as a payment intent or a transfer, has a wrong amount (by `by` minor units), a wrong
   * currency, or live mode.
   */
  | { kind: 'amount_tampered'; by: number }
  | { kind: 'wrong_currency'; currency: string }
  | { kind: 'livemode_true' }
  /** The object in the response has the given fields instead of its real fields. */
  | { kind: 'lie'; fields: object };

export type WebhookFault =
  /** The event is never posted. */
  | { kind: 'drop' }
  /** The event is posted `copyCount` times. */
  | { kind: 'dup'; copyCount: number }
  /** The event waits `ms` milliseconds before each attempt. */
  | { kind: 'delay'; ms: number }
  /** The signature of the event is wrong, or its timestamp is outside any tolerance. */
  | { kind: 'bad_sig' | 'old_t' };

type FaultRule<Fault> = Fault & {
  /**
   * Matches calls such as `POST /v1/payment_intents`, or the event type of a webhook. By default every call or event
   * matches.
   */
  on?: RegExp;
  /** How often the fault happens. When `times` is absent, the fault happens until it is cleared. */
  times?: number;
};

export type Faults = {
  addApiFault(fault: FaultRule<ApiFault>): void;
  addWebhookFault(fault: FaultRule<WebhookFault>): void;
  clear(): void;
};

export type FaultStore = Faults & {
  takeApiFaults(callOrEventName: string): ApiFault[];
  takeWebhookFaults(callOrEventName: string): WebhookFault[];
};

export function makeFaults(): FaultStore {
  let apiRules: FaultRule<ApiFault>[] = [];
  let webhookRules: FaultRule<WebhookFault>[] = [];
  return {
    addApiFault(fault) {
      apiRules.push({ ...fault });
    },
    addWebhookFault(fault) {
      webhookRules.push({ ...fault });
    },
    clear() {
      apiRules = [];
      webhookRules = [];
    },
    takeApiFaults: (callOrEventName) => takeMatchingRules(apiRules, callOrEventName),
    takeWebhookFaults: (callOrEventName) => takeMatchingRules(webhookRules, callOrEventName),
  };
}

function takeMatchingRules<Fault>(rules: FaultRule<Fault>[], callOrEventName: string): Fault[] {
  const matchingRules = rules.filter((rule) => (rule.on?.test(callOrEventName) ?? true) && (rule.times ?? 1) > 0);
  for (const rule of matchingRules) if (rule.times !== undefined) rule.times -= 1;
  return matchingRules;
}
