import type { CarFactsAnswer } from '@carhouse/contract/car-facts';
import { type CarFacts, mapFacts } from '@carhouse/domain/car/car-facts';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';

/** Returns the facts of a car as API fields, with money in dollars. Unknown facts are null. */
export function presentFacts(facts: CarFacts): CarFactsAnswer {
  return mapFacts((name, { kind }) => {
    const value = facts[name];
    return kind === 'money' && value !== null ? dollarsFromCents(value as Cents) : value;
  }) as CarFactsAnswer;
}
