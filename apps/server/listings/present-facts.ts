import type { CarFactsAnswer } from '@carhouse/contract/car-facts';
import { type CarFacts, eachFact } from '@carhouse/domain/car/car-facts';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';

/** The known facts of a car in API fields, with money in dollars. */
export function presentFacts(facts: CarFacts): CarFactsAnswer {
  return eachFact((name, { kind }) => {
    const value = facts[name];
    return kind === 'money' && value !== null ? dollarsFromCents(value as Cents) : value;
  }) as CarFactsAnswer;
}
