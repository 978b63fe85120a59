import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { makeModelName } from './absent-models.ts';
import { type AlikeCars, findKindOfModel, makeKindFilters } from './alike.ts';
import type { ComparedWish, Filter, FoundMatch, UnderstoodFilter } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/**
 * A request for cars like the named makes and models that differ from them in a figure: cheaper, newer, larger. The
 * figures of the named makes and models are known to the caller only.
 */
export type ComparedModels = Pick<UnderstoodFilter, 'typed' | 'from' | 'to'> & {
  /** The makes and models that the text names. The search does not filter by these makes and models. */
  readonly namedFilters: readonly UnderstoodFilter[];
  readonly wishes: readonly ComparedWish[];
  /** The filters of cars of the same class, or of the next class when a larger or smaller car is asked. */
  readonly alike: readonly Filter[];
  /** The trait for the size of the class, as a preferred phrase. */
  readonly size: AlikeCars['size'];
  /** The names of the makes and models for display. */
  readonly names: readonly string[];
};

/** Words before `like` which show that `like` is a verb: `i like`. */
const likeSubjectPattern =
  /^(?:i|we|they|he|she|you|would|i'd|id|we'd|d|really|wife|husband|mum|dad|kids|son|daughter|who|do|did|not|don't|dont)$/;
/** A comparison that counts without a phrase such as `like a`. */
const fullComparisonPattern =
  /^but | than|alternative|version|^(?:upgrade|step|downgrade|downsize|move) |^(?:bigger|larger)$/i;

/** Whether a text compares cars with the makes and models that it names: `like a bmw x3 but cheaper`. */
export function isComparison(foundMatches: readonly FoundMatch[], tokens: readonly Token[]): boolean {
  const names = foundMatches
    .filter(({ match }) => match.isExclusion !== true)
    .flatMap(({ match }) => match.filters)
    .filter(({ name }) => name === 'brand' || name === 'model');
  if (names.length === 0) return false;
  const isSimilarAsked = asksForSimilarCars(foundMatches, tokens);
  const hasModel = names.some(({ name }) => name === 'model');
  return foundMatches.some(({ match, at }) => {
    if (match.wish === undefined || match.wish === 'like') return false;
    const typed = tokens.slice(at, match.next).map(({ low }) => low);
    return isSimilarAsked || hasModel || fullComparisonPattern.test(typed.join(' '));
  });
}

/**
 * Whether a text asks for cars that are similar to the named models, and not only for these models: `something like a
 * bmw x3`.
 */
export function asksForSimilarCars(foundMatches: readonly FoundMatch[], tokens: readonly Token[]): boolean {
  return foundMatches.some(
    ({ match, at }) => match.wish === 'like' && !likeSubjectPattern.test(tokens[at - 1]?.low ?? ''),
  );
}

/**
 * Returns what a comparison asks for; null when the filters name no make and no model.
 *
 * @param filters the filters of the text @param wishes how the wanted cars differ from the named makes and models
 */
export function readComparedModels(
  filters: readonly UnderstoodFilter[],
  wishes: readonly ComparedWish[],
  { typed, from, to }: Pick<UnderstoodFilter, 'typed' | 'from' | 'to'>,
  vocabulary: Vocabulary,
): ComparedModels | null {
  const models = filters.filter(({ name, value }) => name === 'model' && !isExcludedModel(value));
  // In `downgrade from 5 series to a smaller bmw` the buyer asks for the make BMW.
  const namedFilters = filters.filter(
    (filter) => models.includes(filter) || (filter.name === 'brand' && belongsToNamedModels(filter, models)),
  );
  const [first] = namedFilters;
  if (first === undefined) return null;
  const model = models[0]?.value ?? '';
  const { kind, size, phrases } = findKindOfModel(model, first.name === 'brand' ? first.value : '');
  const change = wishes.find((wish) => wish === 'bigger' || wish === 'smaller');
  const next = change === undefined || kind === undefined ? undefined : findNextClass(kind, size, change === 'bigger');
  const names =
    models.length > 0
      ? models.map(({ value }) => makeModelName(value))
      : namedFilters.map(({ value }) => findMakeName(makeKey(value)) ?? value);
  return {
    namedFilters,
    wishes,
    alike: makeKindFilters(next?.kinds ?? phrases, vocabulary),
    size: next === undefined ? size : next.size,
    names: makeClassName(namedFilters) ?? listFamilyNames(names).slice(0, namesMaximum),
    typed,
    from,
    to,
  };
}

/** Whether a make belongs to the cars of the comparison: it is a part of a model's name, or no model is named. */
function belongsToNamedModels(make: UnderstoodFilter, models: readonly UnderstoodFilter[]): boolean {
  return models.length === 0 || models.some(({ from, to }) => make.from <= to && from <= make.to + 1);
}

/** Maximum number of names that a sentence has. */
const namesMaximum = 2;

/**
 * Returns a name such as `Mercedes-Benz E-Class` or `BMW 3 Series` for the models of a class; null when the text names
 * no such class.
 */
function makeClassName(named: readonly UnderstoodFilter[]): readonly string[] | null {
  const [model] = named.filter(({ name }) => name === 'model');
  if (model === undefined) return null;
  const make = model.value.slice(0, model.value.indexOf('/'));
  const brand = findMakeName(makeKey(make)) ?? make;
  const [, letters] = /^([a-z]{1,3})[ -]?class$/i.exec(model.typed) ?? [];
  const [, digit] = /^([1-8])[ -]?series$/i.exec(model.typed) ?? [];
  if (letters !== undefined) return [`${brand} ${letters.toUpperCase()}-Class`];
  return digit === undefined ? null : [`${brand} ${digit} Series`];
}

/** For example, `Tesla Model 3` stands for all versions of the model. */
function listFamilyNames(names: readonly string[]): readonly string[] {
  const families = names.filter((name) => !names.some((other) => other !== name && name.startsWith(`${other} `)));
  return [...new Set(families)];
}

type CarClass = { readonly kinds: readonly string[]; readonly size: AlikeCars['size'] };

const largerClassByKind: Readonly<Record<string, CarClass>> = {
  hatchback: { kinds: ['sedan', 'wagon', 'suv'], size: null },
  'hot hatch': { kinds: ['sedan', 'wagon', 'suv'], size: null },
  sedan: { kinds: ['wagon', 'suv', 'mpv'], size: 'is:roomy' },
  wagon: { kinds: ['suv', 'mpv'], size: 'is:roomy' },
  suv: { kinds: ['suv'], size: 'is:roomy' },
  mpv: { kinds: ['mpv', 'suv', 'third row'], size: null },
  coupe: { kinds: ['sedan'], size: null },
  convertible: { kinds: ['sedan'], size: null },
};
const smallerClassByKind: Readonly<Record<string, CarClass>> = {
  hatchback: { kinds: ['hatchback'], size: 'is:small' },
  'hot hatch': { kinds: ['hatchback'], size: 'is:small' },
  sedan: { kinds: ['hatchback'], size: null },
  wagon: { kinds: ['sedan', 'hatchback'], size: null },
  suv: { kinds: ['suv'], size: 'is:small' },
  mpv: { kinds: ['wagon', 'suv'], size: null },
};

/** The next larger or smaller class of cars; undefined when the kind of car has none. */
function findNextClass(kind: string, size: AlikeCars['size'], isLarger: boolean): CarClass | undefined {
  if (kind === 'suv' && isLarger && size === 'is:roomy') return { kinds: ['suv', 'third row'], size: 'is:roomy' };
  if (kind === 'suv' && !isLarger && size === 'is:small') return { kinds: ['hatchback'], size: 'is:small' };
  return (isLarger ? largerClassByKind : smallerClassByKind)[kind];
}
