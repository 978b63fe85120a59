import { searchWords } from '@carhouse/domain/text/search-words';
import { type NamedValue, titleOf, type Vocabulary } from '../../text/vocabulary.ts';
import { isAppearance } from './colours-and-bodies.ts';
import type { Match } from './phrase-match.ts';
import type { Token } from './tokens.ts';

const wordsMaximum = 6;

/** Prepositions before a place. */
const placePreposition = /^(?:in|at|near|around)$/;

/**
 * Brand names that are also ordinary words. They are brands when one of their models follows, or when nothing
 * else is typed.
 */
const ambiguousNames: ReadonlySet<string> = new Set(
  'seat smart man ram noble ac ds ud td mini rover alpine'.split(' '),
);

/** The brands that a text names anywhere. They decide whether a number is a year or a model. */
export function brandsIn(tokens: readonly Token[], vocabulary: Vocabulary): ReadonlySet<string> {
  const brands = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    for (let count = Math.min(wordsMaximum, tokens.length - at); count > 0; count -= 1) {
      for (const { facet, value } of vocabulary.named(nameOf(tokens, at, at + count))) {
        if (facet === 'brand') brands.add(value);
      }
    }
  }
  return brands;
}

/** The longest brand, model or location at a token, when it is unambiguous. */
export function nameAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): Match | null {
  for (let count = Math.min(wordsMaximum, tokens.length - at); count > 0; count -= 1) {
    const next = at + count;
    const name = nameOf(tokens, at, next);
    const values = vocabulary.named(name).filter(({ facet }) => facet !== 'body' && facet !== 'colour');
    if (values.length === 0) continue;
    const inPlace = placePreposition.test(tokens[at - 1]?.low ?? '');
    const facets = new Set(values.map(({ facet }) => facet));
    if (facets.has('location') && (inPlace || facets.size === 1)) {
      const places = values.filter(({ facet }) => facet === 'location');
      return { next, filters: places.map(({ value }) => ({ name: 'location', value })) };
    }
    if (facets.size > 1) continue;
    const found = facets.has('brand')
      ? brandOf(values, name, count === tokens.length ? null : (tokens[next]?.name ?? ''), vocabulary)
      : modelOf(values, name, vocabulary, brands);
    if (found !== null) return { next, filters: [found] };
  }
  return null;
}

/** The brand at a token. `after` is the next word; null when the brand is the whole text. */
function brandOf(
  values: readonly NamedValue[],
  name: string,
  after: string | null,
  vocabulary: Vocabulary,
): Match['filters'][number] | null {
  const [brand] = values;
  if (brand === undefined || values.length > 1) return null;
  const isMeant =
    after === null || !ambiguousNames.has(name) || vocabulary.brandsWithModelToken(after).has(brand.value);
  return isMeant ? { name: 'brand', value: brand.value } : null;
}

function modelOf(
  values: readonly NamedValue[],
  name: string,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): Match['filters'][number] | null {
  // A number alone is ambiguous: `911`, `3`, `2008`.
  if (/^[0-9]+$/.test(name)) return null;
  if (brands.size === 0 && isAppearance(name)) return null;
  const models = brands.size === 0 ? values : values.filter(({ brand }) => brands.has(brand));
  const [model] = models;
  if (model === undefined || models.length > 1) return null;
  // `Civic` is ambiguous where a `Civic Type R` exists.
  const title = searchWords(titleOf(model.value));
  const begun = `${title.join(' ')} `;
  const longer = vocabulary
    .withPrefix(title[0] ?? '')
    .some(
      (other) =>
        other.facet === 'model' &&
        other !== model &&
        (brands.size === 0 || brands.has(other.brand)) &&
        other.prefixes.at(-1)?.startsWith(begun) === true,
    );
  return longer ? null : { name: 'model', value: model.value };
}

function nameOf(tokens: readonly Token[], from: number, to: number): string {
  let name = '';
  for (let index = from; index < to; index += 1) name += tokens[index]?.name ?? '';
  return name;
}
