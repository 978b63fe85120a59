import type { NamedFacet, Vocabulary } from '../../text/vocabulary.ts';
import type { Match } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/** Maximum number of facet values that one word may select. */
const valuesMaximum = 20;
const wordsMaximum = 3;

const colours: readonly (readonly string[])[] = [
  ['grey', 'gray'],
  ['violet', 'purple'],
  ['burgundy', 'maroon'],
  ...'white black silver blue red brown navy green gold beige orange yellow bronze pink teal tan champagne cream turquoise'
    .split(' ')
    .map((word) => [word]),
];
const bodies: readonly (readonly string[])[] = [
  ['suv', 'suvs', 'sportsutility', 'sportutility', 'crossover'],
  ['sedan', 'sedans', 'saloon', 'saloons'],
  ['estate', 'estates', 'wagon', 'wagons', 'stationwagon', 'stationwagons'],
  ['hatchback', 'hatchbacks', 'hatch'],
  ['coupe', 'coupes'],
  ['convertible', 'convertibles', 'cabriolet', 'cabriolets', 'cabrio', 'cabrios', 'softtop'],
  ['roadster', 'roadsters'],
  ['mpv', 'mpvs', 'minivan', 'minivans', 'peoplecarrier'],
  ['pickup', 'pickups', 'pickuptruck'],
  ['van', 'vans'],
];

/** Nouns after a colour that show that it is not the colour of the car. */
const otherSubjects =
  /^(?:interiors?|leather|seats?|roof|rims?|wheels?|top|trim|upholstery|calipers?|stitching|plate|headliner|carpet|edition|series|badge|line|accents?)$/;

/**
 * The colour or body type at a token: all facet values with this meaning. Null when the words are part of a
 * model's name: `GLC 300 Coupé`.
 */
export function appearanceAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): Match | null {
  for (let count = Math.min(wordsMaximum, tokens.length - at); count > 0; count -= 1) {
    const next = at + count;
    const name = tokens
      .slice(at, next)
      .map((token) => token.name)
      .join('');
    if (name === '' || isPartOfModelName(tokens, at, next, vocabulary)) continue;
    const colour = count === 1 ? meanings(name, colours) : [];
    const body = meanings(name, bodies);
    const found = valuesFor('body', name, body, vocabulary) ?? valuesFor('colour', name, colour, vocabulary);
    if (found === null) continue;
    if (found.facet === 'colour' && otherSubjects.test(tokens[next]?.low ?? '')) continue;
    return { next, filters: found.values.map((value) => ({ name: found.facet, value })) };
  }
  return null;
}

/** Whether a word is a general colour or body type. Such a word is read as a model's name only together with its brand. */
export function isAppearance(name: string): boolean {
  return meanings(name, colours).length > 0 || meanings(name, bodies).length > 0;
}

function meanings(name: string, groups: readonly (readonly string[])[]): readonly string[] {
  return groups.find((group) => group.includes(name)) ?? [];
}

function valuesFor(
  facet: NamedFacet & ('body' | 'colour'),
  name: string,
  synonyms: readonly string[],
  vocabulary: Vocabulary,
): { readonly facet: 'body' | 'colour'; readonly values: readonly string[] } | null {
  const values = vocabulary.valuesOf(facet).filter((value) => {
    const { tokens } = value;
    const whole = tokens.join('');
    if (whole === name) return true;
    return synonyms.some((word) => whole === word || tokens.includes(word));
  });
  // A value such as `Other` has no meaning as a colour.
  if (values.length === 0 || /^(?:others?|unknown|na)$/.test(name)) return null;
  const byCount = values.toSorted((a, b) => b.count - a.count);
  return { facet, values: byCount.slice(0, valuesMaximum).map(({ value }) => value) };
}

function isPartOfModelName(tokens: readonly Token[], at: number, next: number, vocabulary: Vocabulary): boolean {
  const [before, first, last, after] = [at - 1, at, next - 1, next].map((index) => tokens[index]?.name ?? '');
  return (
    vocabulary.areAdjacent(before ?? '', first ?? '') ||
    (after !== '' && vocabulary.areAdjacent(last ?? '', after ?? ''))
  );
}
