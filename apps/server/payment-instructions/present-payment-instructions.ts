import type { PaymentInstructionsAnswer } from '@carhouse/contract/payment-instructions';
import type { PaymentInstructions } from '@carhouse/domain/payment-instructions/payment-instructions';

/** Returns a seller's instructions in the fields of the API; null when there are none. */
export function presentPaymentInstructions(
  instructions: PaymentInstructions | undefined,
): PaymentInstructionsAnswer | null {
  return instructions === undefined ? null : presentInstructions(instructions);
}

export function presentInstructions({
  ways,
  paynowTo,
  note,
  changedAt,
}: PaymentInstructions): PaymentInstructionsAnswer {
  return { ways: [...ways], paynowTo, note, changedAt: changedAt.toISOString() };
}
