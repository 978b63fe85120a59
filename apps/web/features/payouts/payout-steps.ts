import type { PayoutAccount } from '@carhouse/contract/payout-accounts';
import { isClosedByProvider } from '@carhouse/domain/payout-account/payout-account';
import { payoutMessages } from '#messages/payouts';
import { groupRequirements, type RequirementGroup, requirementGroups } from './payout-requirements.ts';

const t = payoutMessages;

/** The situation of a seller, which determines the sentence and the button of the page. */
export type PayoutSituation = 'start' | 'needed' | 'checking' | 'active' | 'stopped' | 'closed';

export type PayoutStep = {
  readonly name: keyof typeof t.hints;
  readonly state: 'done' | 'now' | 'todo' | 'missing' | 'stop';
  readonly text: string;
  /** The text at the end of the row of the step. */
  readonly stateText: string;
};

export function findPayoutSituation(account: PayoutAccount): PayoutSituation {
  const { state, detailsSubmitted, requirements, disabledReason } = account;
  if (isClosedByProvider(disabledReason)) return 'closed';
  if (state === 'none') return 'start';
  if (state === 'active') return 'active';
  if (state === 'restricted') return 'stopped';
  return detailsSubmitted && requirements.length === 0 ? 'checking' : 'needed';
}

/** The number of sections of the form in which a detail is missing. */
export function countMissingParts({ requirements }: PayoutAccount): number {
  return groupRequirements(requirements).size;
}

/** Lists the steps to the first payout, each with its state. The first step that is not done is the next step. */
export function listPayoutSteps(account: PayoutAccount): readonly PayoutStep[] {
  const safetySteps = listSafetySteps(account);
  const situation = findPayoutSituation(account);
  const isAccountSafe = safetySteps.every(({ state }) => state === 'done');
  const shownSafetySteps = situation === 'start' || !isAccountSafe ? safetySteps : [];
  const steps =
    situation === 'start' ? listStartSteps(isAccountSafe) : listFormSteps(account, situation, isAccountSafe);
  const payout: PayoutStep = { name: 'payout', state: 'todo', text: t.hints.payout, stateText: '' };
  return [...shownSafetySteps, ...steps, ...(situation === 'stopped' || situation === 'closed' ? [] : [payout])];
}

function listSafetySteps({ hasSecondFactor, confirmed }: PayoutAccount): readonly PayoutStep[] {
  return [
    hasSecondFactor ? makeDoneStep('safety', t.done.safety) : makeOpenStep('safety', 'now', t.hints.safety),
    confirmed
      ? makeDoneStep('mail', t.done.mail)
      : makeOpenStep('mail', hasSecondFactor ? 'now' : 'todo', t.hints.mail),
  ];
}

function listStartSteps(isAccountSafe: boolean): readonly PayoutStep[] {
  return (['about', 'identity', 'bank'] as const).map((name, stepIndex) => ({
    name,
    state: isAccountSafe && stepIndex === 0 ? 'now' : 'todo',
    text: t.hints[name],
    stateText: t.minutes[name],
  }));
}

function listFormSteps(
  account: PayoutAccount,
  situation: PayoutSituation,
  isAccountSafe: boolean,
): readonly PayoutStep[] {
  const missingNamesByGroup = groupRequirements(account.requirements);
  const [nextGroup] = requirementGroups.filter((group) => missingNamesByGroup.has(group));
  return requirementGroups.flatMap((group): PayoutStep[] => {
    const detailNames = missingNamesByGroup.get(group);
    if (detailNames === undefined)
      return optionalGroups.includes(group) ? [] : [makeDoneOrCheckedStep(group, account, situation)];
    const state = situation === 'stopped' ? 'stop' : isAccountSafe && group === nextGroup ? 'now' : 'missing';
    return [makeOpenStep(group, state, joinDetailNames(detailNames))];
  });
}

/** The sections of the form that are shown only when one of their details is missing. */
const optionalGroups: readonly RequirementGroup[] = ['owners', 'other'];

function makeDoneOrCheckedStep(name: RequirementGroup, account: PayoutAccount, situation: PayoutSituation): PayoutStep {
  if (name === 'bank') {
    return account.bank === null
      ? makeOpenStep('bank', 'todo', t.hints.bank)
      : makeDoneStep('bank', t.done.bank(account.bank.last4));
  }
  if (name === 'identity' && situation === 'checking')
    return { name, state: 'now', text: t.beingChecked, stateText: '' };
  return makeDoneStep(name, name === 'identity' && situation === 'stopped' ? t.done.identity : t.done.given);
}

function makeDoneStep(name: PayoutStep['name'], text: string): PayoutStep {
  return { name, state: 'done', text, stateText: t.stepEnds.done };
}

function makeOpenStep(name: PayoutStep['name'], state: PayoutStep['state'], text: string): PayoutStep {
  return { name, state, text, stateText: t.stepEnds[state] };
}

/** Maximum number of missing details that a row names. The provider's page names all missing details. */
const namedDetailCountMaximum = 4;

function joinDetailNames(detailNames: readonly string[]): string {
  const joinedDetailNames = detailNames.slice(0, namedDetailCountMaximum).join(', ');
  const sentence = `${joinedDetailNames.charAt(0).toUpperCase()}${joinedDetailNames.slice(1)}`;
  return detailNames.length > namedDetailCountMaximum ? `${sentence} and more` : sentence;
}
