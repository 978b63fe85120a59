import type { CatalogueEntry } from './entry.ts';
import { hasModelTrait } from './model-traits.ts';

/**
 * Traits of cars that buyers ask for and that no single field states. Questions put cars with a trait first and exclude
 * no others. `small`: small models. `roomy`: a large boot. `high`: five seats, high seats and wide doors. `frugal`:
 * hybrids and diesels, which use little fuel on long drives. `far`: electric models with a long range. `fun`: sports
 * cars, coupés and convertibles.
 */
export const carTraits = ['small', 'roomy', 'high', 'frugal', 'far', 'fun'] as const;
export type CarTrait = (typeof carTraits)[number];

/** The start of a preferred phrase that names a trait: `is:small`. */
export const traitPrefix = 'is:';

/**
 * Phrases that questions suggest and that a description must state word by word: `seats` and `children` in different
 * places are no child seats. The words of a phrase that is not in this table may be in different places of the
 * description.
 */
const patternByStatedPhrase: Readonly<Record<string, RegExp>> = {
  'child seats': /\b(?:child|baby|booster)(?:ren)?(?:[’']s)?[ -]seats?\b/i,
  'golf bags': /\bgolf[ -](?:bags?|clubs?|sets?)\b/i,
  'big boot': /\b(?:big|large|huge)[ -]boot\b|\bboot[ -]space\b/i,
  'high seat': /\bhigh(?:er)?[ -]seat(?:s|ing)?\b/i,
  'tall doors': /\b(?:tall|wide)[ -]doors?\b/i,
  'easy to get in': /\beasy to (?:get|climb|step) in/i,
  'easy to park': /\beasy to park\b/i,
  'walking frame': /\bwalking[ -]frame\b/i,
};
const statedPhraseNames = Object.keys(patternByStatedPhrase);
/** Matches any text that has one of the stated phrases. Most descriptions do not match this pattern. */
const statedWordPattern = /seat|golf|boot|door|easy|walking/i;

type TraitFacts = Pick<CatalogueEntry, 'brand' | 'title' | 'body' | 'fuel' | 'seats' | 'description'>;

/**
 * Maximum number of models whose traits are cached. A model beyond this number is looked up again for each of its cars.
 */
const cachedModelsMaximum = 20_000;
const traitsByModel = new Map<string, number>();

const highBodyPattern = /suv|sports? utility|crossover|mpv|people carrier|minivan/i;
const estatePattern = /estate|wagon|mpv|people carrier|minivan/i;
const hatchbackPattern = /hatch/i;
const funBodyPattern = /coup|convertible|cabrio|roadster|spider|spyder|sports car/i;
const minSeatsOfHighCar = 5;

/** The traits of a car as bits, in the order of `carTraits`, and then the phrases that its description states. */
export function computeTraitBits({ brand, title, body, fuel, seats, description }: TraitFacts): number {
  const isFrugal = fuel === 'hybrid' || fuel === 'plug-in hybrid' || fuel === 'diesel';
  const hasEnoughSeats = (seats ?? 0) >= minSeatsOfHighCar;
  const key = `${brand}/${title}/${body ?? ''}`;
  const traits = traitsByModel.get(key) ?? computeTraits(key, brand, title, body ?? '');
  const isElectric = fuel === 'electric';
  const missingBits =
    (hasEnoughSeats ? 0 : getTraitBit('high')) |
    (isFrugal ? 0 : getTraitBit('frugal')) |
    (isElectric ? 0 : getTraitBit('far'));
  return ((traits | getTraitBit('frugal')) & ~missingBits) | findStatedBits(description);
}

function findStatedBits(description: string): number {
  if (!statedWordPattern.test(description)) return 0;
  return statedPhraseNames.reduce(
    (bits, phrase) => (patternByStatedPhrase[phrase]?.test(description) === true ? bits | findStatedBit(phrase) : bits),
    0,
  );
}

/** The bit of a phrase that descriptions state word by word. The result is 0 for other phrases. */
export function findStatedBit(phrase: string): number {
  const index = statedPhraseNames.indexOf(phrase);
  return index < 0 ? 0 : 1 << (carTraits.length + index);
}

/**
 * The bit of a phrase that names a trait, such as `is:small`. The result is 0 for other phrases and for unknown traits.
 */
export function findTraitBit(phrase: string): number {
  const name = phrase.startsWith(traitPrefix) ? phrase.slice(traitPrefix.length) : '';
  const index = (carTraits as readonly string[]).indexOf(name);
  return index < 0 ? 0 : 1 << index;
}

function computeTraits(key: string, brand: string, title: string, body: string): number {
  const hasLargeBoot = hasModelTrait(brand, title, 'large boot');
  const isSmall = hasModelTrait(brand, title, 'small');
  const traits =
    (isSmall || (hatchbackPattern.test(body) && !hasLargeBoot) ? getTraitBit('small') : 0) |
    (hasLargeBoot || estatePattern.test(body) ? getTraitBit('roomy') : 0) |
    (highBodyPattern.test(body) || hasModelTrait(brand, title, 'tall') ? getTraitBit('high') : 0) |
    (hasModelTrait(brand, title, 'long range') ? getTraitBit('far') : 0) |
    (funBodyPattern.test(body) ? getTraitBit('fun') : 0);
  if (traitsByModel.size < cachedModelsMaximum) traitsByModel.set(key, traits);
  return traits;
}

function getTraitBit(trait: CarTrait): number {
  return 1 << carTraits.indexOf(trait);
}
