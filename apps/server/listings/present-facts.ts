import type { CarFactsAnswer } from '@carhouse/contract/car-facts';
import type { CarFacts } from '@carhouse/domain/listing/listing';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';

/** What is known of a car, in the words of the wire. */
export function presentFacts(facts: CarFacts): CarFactsAnswer {
  const { coePremium, omv, arfPaid, ...plain } = facts;
  const dollars = (amount: Cents | null): number | null => (amount === null ? null : dollarsFromCents(amount));
  return { ...plain, coePremium: dollars(coePremium), omv: dollars(omv), arfPaid: dollars(arfPaid) };
}
