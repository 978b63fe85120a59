import { DomainError } from '../errors/domain-error.ts';

/**
 * The ways to run the marketplace, of which the operator chooses one (decision 0078). `marketplace`: buyers pay here, and the
 * operator pays the sellers. `introducer`: buyers pay the sellers directly, and the operator never has their money.
 */
export const businessModes = ['marketplace', 'introducer'] as const;
export type BusinessMode = (typeof businessModes)[number];

/** Whether buyers pay for their orders through Car House, instead of paying the sellers directly. */
export function takesPayments(mode: BusinessMode): boolean {
  return mode === 'marketplace';
}

/**
 * Checks that the server runs in the business mode that an action needs.
 * @throws DomainError PAYMENTS_NOT_TAKEN, PAID_THROUGH_SITE.
 */
export function assertBusinessMode(mode: BusinessMode, requiredMode: BusinessMode): void {
  if (mode === requiredMode) return;
  throw new DomainError(requiredMode === 'marketplace' ? 'PAYMENTS_NOT_TAKEN' : 'PAID_THROUGH_SITE');
}
