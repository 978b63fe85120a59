import type { Pricing } from './balance/pricing.ts';
import type { UnusedMethods } from './cards/unused-methods.ts';
import type { FaultStore } from './faults.ts';
import { type DelayedChange, findDelayedChanges } from './later/later-changes.ts';
import type { RecordStore } from './ledger/ledger.ts';
import type { AnswerRecord, EventRecord } from './ledger/records.ts';
import type { Step } from './step.ts';

/** One running account of the provider: its store and its external inputs. */
export type SandboxContext = {
  recordStore: RecordStore;
  faults: FaultStore;
  secretKey: string;
  publishableKey: string;
  now(): Date;
  /**
   * Returns at least 16 unguessable letters and digits. Each id and each client secret ends with a text that this
   * function has returned.
   */
  makeRandomId(): string;
  /** Payment methods that browsers created. A payment method of a browser is in memory until it is charged. */
  unusedMethods: UnusedMethods;
  /** Saved answers whose idempotency keys count as forgotten. */
  forgottenAnswers: WeakSet<AnswerRecord>;
  makeChallengeUrl(challengeId: string): string;
  makeConnectUrl: Step['makeConnectUrl'];
  makePaynowUrl: Step['makePaynowUrl'];
  pricing: Pricing;
  isEventPosted(type: string): boolean;
  /** Starts the webhooks and delayed changes that a commit causes. The function is called when the commit is on disk. */
  startCommitEffects(work: { events: EventRecord[]; delayedChanges: DelayedChange[] }): void;
  log(message: string): void;
};

export function beginStep(sandbox: SandboxContext, request: EventRecord['request']): Step {
  return {
    ...sandbox.recordStore.begin(),
    now: Math.floor(sandbox.now().getTime() / 1000),
    newId: (prefix) => `${prefix}_${sandbox.makeRandomId()}`,
    findDraft: (id) => sandbox.unusedMethods.get(id),
    makeChallengeUrl: (id) => sandbox.makeChallengeUrl(id),
    makeConnectUrl: sandbox.makeConnectUrl,
    makePaynowUrl: sandbox.makePaynowUrl,
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
  await sandbox.recordStore.commit(step);
  const events: EventRecord[] = [];
  for (const [table, record] of step.writes) {
    if (table === 'events' && record.delivery === 'pending') events.push(record);
  }
  sandbox.startCommitEffects({ events, delayedChanges: findDelayedChanges(step.writes) });
}
