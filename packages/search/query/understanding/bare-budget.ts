import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/** Kinds of car before a bare number. */
const carKindPattern =
  /^(?:suvs?|mpvs?|sedans?|saloons?|hatch(?:back)?s?|wagons?|estates?|coup[eé]s?|convertibles?|evs?|hybrids?|diesels?|electric|cars?|crossovers?)$/;
const budgetPattern = /^[1-9]\d{1,2}$/;
const smallestThousands = 30;
const largestThousands = 500;
/** Budgets are round numbers. */
const roundStep = 5;

/**
 * Reads a bare number at the end of a text, after the kind of car, as a budget in thousands of dollars: `suv 150`. The
 * caller makes sure that the text names no make, of which the number could be a model.
 */
export function readBareBudgetAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const { low = '' } = tokens[at] ?? {};
  if (at !== tokens.length - 1 || !budgetPattern.test(low) || !carKindPattern.test(tokens[at - 1]?.low ?? ''))
    return null;
  const thousands = Number(low);
  if (thousands < smallestThousands || thousands > largestThousands || thousands % roundStep !== 0) return null;
  return { next: at + 1, filters: [{ name: 'maxPrice', value: String(thousands * 1_000) }] };
}
