import type { PayoutAccount } from '@carhouse/contract/payout-accounts';
import { isClosedByProvider } from '@carhouse/domain/payout-account/payout-account';
import { payoutMessages } from '#messages/payouts';
import { groupRequirements, type RequirementGroup, requirementGroups } from './payout-requirements.ts';

const t = payoutMessages;

/** The situation of a seller, which decides the sentence and the button of the page. */
export type PayoutSituation = 'start' | 'needed' | 'checking' | 'active' | 'stopped' | 'closed';

export type PayoutStep = {
  readonly name: keyof typeof t.hints;
  readonly state: 'done' | 'now' | 'todo' | 'missing' | 'stop';
  readonly text: string;
  /** The text at the end of the row. */
  readonly end: string;
};

export function payoutSituationOf(account: PayoutAccount): PayoutSituation {
  const { state, detailsSubmitted, requirements, disabledReason } = account;
  if (isClosedByProvider(disabledReason)) return 'closed';
  if (state === 'none') return 'start';
  if (state === 'active') return 'active';
  if (state === 'restricted') return 'stopped';
  return detailsSubmitted && requirements.length === 0 ? 'checking' : 'needed';
}

/** The number of parts of the form in which something is missing. */
export function countMissingParts({ requirements }: PayoutAccount): number {
  return groupRequirements(requirements).size;
}

/** Lists the steps to the first payout, each with its state. The first one that is not done is the next. */
export function listPayoutSteps(account: PayoutAccount): readonly PayoutStep[] {
  const safety = listSafetySteps(account);
  const situation = payoutSituationOf(account);
  const isSafe = safety.every(({ state }) => state === 'done');
  const shownSafety = situation === 'start' || !isSafe ? safety : [];
  const steps = situation === 'start' ? listStartSteps(isSafe) : listFormSteps(account, situation, isSafe);
  const payout: PayoutStep = { name: 'payout', state: 'todo', text: t.hints.payout, end: '' };
  return [...shownSafety, ...steps, ...(situation === 'stopped' || situation === 'closed' ? [] : [payout])];
}

function listSafetySteps({ hasSecondFactor, confirmed }: PayoutAccount): readonly PayoutStep[] {
  return [
    hasSecondFactor ? doneStep('safety', t.done.safety) : openStep('safety', 'now', t.hints.safety),
    confirmed ? doneStep('mail', t.done.mail) : openStep('mail', hasSecondFactor ? 'now' : 'todo', t.hints.mail),
  ];
}

function listStartSteps(isSafe: boolean): readonly PayoutStep[] {
  return (['about', 'identity', 'bank'] as const).map((name, place) => ({
    name,
    state: isSafe && place === 0 ? 'now' : 'todo',
    text: t.hints[name],
    end: t.minutes[name],
  }));
}

function listFormSteps(account: PayoutAccount, situation: PayoutSituation, isSafe: boolean): readonly PayoutStep[] {
  const missing = groupRequirements(account.requirements);
  const [next] = requirementGroups.filter((group) => missing.has(group));
  return requirementGroups.flatMap((group): PayoutStep[] => {
    const words = missing.get(group);
    if (words === undefined) return optionalGroups.includes(group) ? [] : [givenStep(group, account, situation)];
    const state = situation === 'stopped' ? 'stop' : isSafe && group === next ? 'now' : 'missing';
    return [openStep(group, state, sentenceOf(words))];
  });
}

/** The parts of the form that are shown only when something is missing in them. */
const optionalGroups: readonly RequirementGroup[] = ['owners', 'other'];

function givenStep(name: RequirementGroup, account: PayoutAccount, situation: PayoutSituation): PayoutStep {
  if (name === 'bank') {
    return account.bank === null
      ? openStep('bank', 'todo', t.hints.bank)
      : doneStep('bank', t.done.bank(account.bank.last4));
  }
  if (name === 'identity' && situation === 'checking') return { name, state: 'now', text: t.beingChecked, end: '' };
  return doneStep(name, name === 'identity' && situation === 'stopped' ? t.done.identity : t.done.given);
}

function doneStep(name: PayoutStep['name'], text: string): PayoutStep {
  return { name, state: 'done', text, end: t.stepEnds.done };
}

function openStep(name: PayoutStep['name'], state: PayoutStep['state'], text: string): PayoutStep {
  return { name, state, text, end: t.stepEnds[state] };
}

/** Maximum number of missing things that a row names. The provider's page names all. */
const namedMaximum = 4;

function sentenceOf(words: readonly string[]): string {
  const named = words.slice(0, namedMaximum).join(', ');
  const sentence = `${named.charAt(0).toUpperCase()}${named.slice(1)}`;
  return words.length > namedMaximum ? `${sentence} and more` : sentence;
}
