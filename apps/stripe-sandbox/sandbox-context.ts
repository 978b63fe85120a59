import type { Pricing } from './balance/pricing.ts';
import type { UnusedMethods } from './cards/unused-methods.ts';
import type { FaultStore } from './faults.ts';
import { type DelayedChange, findDelayedChanges } from './later/later-changes.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { AnswerRecord, EventRecord } from './ledger/records.ts';
import type { Step } from './step.ts';

/** One running account of the provider: its store and its external inputs. */
export type SandboxContext = {
  ledger: Ledger;
  faults: FaultStore;
  secretKey: string;
  publishableKey: string;
  now(): Date;
  /**
   * Returns at least 16 unguessable letters and digits. Each id and each client secret ends with a text that this
   * function has returned.
   */
  randomId(): string;
  /** Payment methods that browsers created. A payment method of a browser is in memory until it is charged. */
  unusedMethods: UnusedMethods;
  /** Saved answers whose idempotency keys count as forgotten. */
  forgottenAnswers: WeakSet<AnswerRecord>;
  challengeUrl(challengeId: string): string;
  connectUrl: Step['connectUrl'];
  paynowUrl: Step['paynowUrl'];
  pricing: Pricing;
  isEventPosted(type: string): boolean;
  /** Starts the webhooks and delayed changes that a commit causes. The function is called when the commit is on disk. */
  startCommitEffects(work: { events: EventRecord[]; delayedChanges: DelayedChange[] }): void;
  log(message: string): void;
};

export function beginStep(sandbox: SandboxContext, request: EventRecord['request']): Step {
  return {
    ...sandbox.ledger.begin(),
    now: Math.floor(sandbox.now().getTime() / 1000),
    newId: (prefix) => `${prefix}_${sandbox.randomId()}`,
    draft: (id) => sandbox.unusedMethods.get(id),
    challengeUrl: (id) => sandbox.challengeUrl(id),
    connectUrl: sandbox.connectUrl,
    paynowUrl: sandbox.paynowUrl,
    pricing: sandbox.pricing,
    isEventPosted: sandbox.isEventPosted,
    request,
  };
}

/**
 * Makes the changes of a step visible immediately and resolves when they are on disk. The webhooks of the step are sent
 * after its changes are on disk.
 */
export async function commitStep(sandbox: SandboxContext, step: Step): Promise<void> {
  await sandbox.ledger.commit(step);
  const events: EventRecord[] = [];
  for (const [table, record] of step.writes) {
    if (table === 'events' && record.delivery === 'pending') events.push(record);
  }
  sandbox.startCommitEffects({ events, delayedChanges: findDelayedChanges(step.writes) });
}
