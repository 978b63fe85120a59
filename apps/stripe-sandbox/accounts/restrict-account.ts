import type { Step } from '../step.ts';
import type { AccountRestriction } from './account-records.ts';
import { saveAccount } from './create-account.ts';

/** Restricts connected accounts as the provider does when it needs more details of a person. */
export type AccountControl = {
  /** Disables transfers to the account and payouts from the account. Rejects when the account does not exist. */
  restrict(id: string, restriction?: AccountRestriction): Promise<void>;
  /** Ends the restriction. Rejects when the account does not exist. */
  lift(id: string): Promise<void>;
};

/** The restriction that a person ends when they complete the onboarding page again. */
export const defaultRestriction: AccountRestriction = {
  reason: 'requirements.past_due',
  due: ['individual.verification.document'],
};

/** Sets the restriction of an account; null ends the restriction. */
export function restrictAccount(step: Step, id: string, restriction: AccountRestriction | null): void {
  const account = step.get('accounts', id);
  if (account === undefined) throw new Error(`There is no account ${id}.`);
  saveAccount(step, { ...account, restriction });
}
