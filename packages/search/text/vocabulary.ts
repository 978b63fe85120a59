import { findMakeName, listMakeAliases, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { formatBrandName } from '@carhouse/domain/brand/brand-text';
import { searchWords } from '@carhouse/domain/text/search-words';
import type { FacetValue } from '../query/search-result.ts';
import { makeBrandTokens, makeModelTokens } from './name-tokens.ts';
import { SortedTokens } from './sorted-tokens.ts';

/** Facets whose values can be typed by name. */
export const namedFacets = ['brand', 'model', 'location', 'body', 'colour'] as const;
export type NamedFacet = (typeof namedFacets)[number];

/** A facet value that at least one listing has or had. */
export type NamedValue = {
  readonly facet: NamedFacet;
  /** The facet's value, as in filters: `Tesla/Model 3`. */
  readonly value: string;
  /** The text that is displayed: `Tesla Model 3`. */
  readonly text: string;
  /** The brand of a model. The brand is empty for values of other facets. */
  readonly brand: string;
  /** The tokens by which the value is found. */
  readonly tokens: readonly string[];
  /** Texts with which the name may begin: `tesla model 3`, `model 3`. */
  readonly namePrefixes: readonly string[];
  /** Number of live documents with the value. */
  count: number;
};

/** The names of the facet values on offer, with their counts. `update` sets the counts. Values are never removed. */
export class Vocabulary {
  readonly #values: NamedValue[] = [];
  readonly #byValue: Readonly<Record<NamedFacet, Map<string, NamedValue>>> = {
    brand: new Map(),
    model: new Map(),
    location: new Map(),
    body: new Map(),
    colour: new Map(),
  };
  readonly #brands = new Map<string, BrandSpellings>();
  readonly #byName = new Map<string, number[]>();
  readonly #sortedTokens = new SortedTokens();
  /** Pairs of adjacent tokens in the names of models: `silver shadow`. */
  readonly #pairs = new Set<string>();
  readonly #modelsByToken = new Map<string, NamedValue[]>();
  readonly #brandsByModelToken = new Map<string, Set<string>>();

  /** Sets the counts of all values. A value that is missing in `counts` has no live documents. */
  updateCounts(counts: Readonly<Partial<Record<string, readonly FacetValue[]>>>): void {
    for (const facet of namedFacets) {
      const values = counts[facet];
      if (values === undefined) continue;
      for (const value of this.#byValue[facet].values()) value.count = 0;
      for (const { value, count } of values) this.#valueFor(facet, value).count = count;
    }
  }

  /** All values with live documents. */
  listValues(facet: NamedFacet): readonly NamedValue[] {
    return [...this.#byValue[facet].values()].filter(hasCars);
  }

  /** Whether a live document has the value. */
  isOnSale(facet: NamedFacet, value: string): boolean {
    return hasCars(this.#byValue[facet].get(value));
  }

  /** The values that have exactly this name or spelling. The tokens of the name are joined: `mercedesbenz`. */
  findValuesByName(name: string): readonly NamedValue[] {
    return (this.#byName.get(name) ?? []).map((index) => this.#values[index]).filter(hasCars);
  }

  /** The facet values whose name has a token with the prefix. A value may be listed more than once. */
  findValuesWithPrefix(token: string): readonly NamedValue[] {
    return this.#sortedTokens
      .findWithPrefix(token)
      .map((index) => this.#values[index])
      .filter(hasCars);
  }

  /** Whether a token of any name begins with the prefix. Tokens of values without live documents count as well. */
  hasPrefix(token: string): boolean {
    return this.#sortedTokens.has(token);
  }

  /** Tokens that fuzzily match the prefix. */
  findSimilarTokens(token: string): readonly string[] {
    return this.#sortedTokens.findFuzzy(token);
  }

  /** Whether two tokens are neighbours in the name of a model. */
  areAdjacent(firstWord: string, secondWord: string): boolean {
    return this.#pairs.has(`${firstWord} ${secondWord}`);
  }

  /** The brands with a model that has this token in its name. */
  findBrandsWithModelToken(token: string): ReadonlySet<string> {
    return this.#brandsByModelToken.get(token) ?? noBrands;
  }

  /**
   * The models whose title contains the name in adjacent whole words or parts of words, joined: `glc` and `glc300` in
   * `GLC 300 Coupé`. `firstWord` is the first word of the name.
   */
  findModelsWith(firstWord: string, name: string): readonly NamedValue[] {
    const candidates = new Set([
      ...(this.#modelsByToken.get(firstWord) ?? []),
      ...(this.#modelsByToken.get(name) ?? []),
    ]);
    return [...candidates].filter((model) => hasCars(model) && titleContains(readModelTitle(model.value), name));
  }

  #valueFor(facet: NamedFacet, value: string): NamedValue {
    const knownValue = this.#byValue[facet].get(value);
    if (knownValue !== undefined) return knownValue;
    const namedValue = this.#describe(facet, value);
    const index = this.#values.push(namedValue) - 1;
    this.#byValue[facet].set(value, namedValue);
    if (facet === 'brand' || facet === 'model' || facet === 'location') {
      for (const token of new Set(namedValue.tokens)) this.#sortedTokens.add(token, index);
    }
    for (const name of new Set(this.#makeNames(namedValue))) {
      const valueIndexes = this.#byName.get(name);
      if (valueIndexes === undefined) this.#byName.set(name, [index]);
      else valueIndexes.push(index);
    }
    if (facet === 'model') this.#learnModel(namedValue);
    return namedValue;
  }

  #describe(facet: NamedFacet, value: string): NamedValue {
    if (facet === 'brand') {
      const { text, tokens } = this.#makeSpellings(value);
      return { facet, value, text, brand: '', tokens, namePrefixes: [joinTokens(text)], count: 0 };
    }
    if (facet === 'model') {
      const brand = value.slice(0, Math.max(0, value.indexOf('/')));
      const title = readModelTitle(value);
      const brandSpellings = this.#makeSpellings(brand);
      const tokens = [...brandSpellings.tokens, ...makeModelTokens(title)];
      const titleTokensText = joinTokens(title);
      const brandTokensText = joinTokens(brandSpellings.text);
      // Some sellers repeat the brand in the title.
      const isNamed = titleTokensText.startsWith(`${brandTokensText} `);
      const text = isNamed ? title : `${brandSpellings.text} ${title}`;
      return {
        facet,
        value,
        text,
        brand,
        tokens,
        namePrefixes: [isNamed ? titleTokensText : `${brandTokensText} ${titleTokensText}`, titleTokensText],
        count: 0,
      };
    }
    const text = value.replaceAll('_', ' ');
    return { facet, value, text, brand: '', tokens: searchWords(value), namePrefixes: [joinTokens(text)], count: 0 };
  }

  /** The spellings that select exactly this facet value. The tokens of each spelling are joined. */
  #makeNames({ facet, value, brand, namePrefixes }: NamedValue): readonly string[] {
    if (facet === 'brand') return this.#makeSpellings(value).names;
    const name = (namePrefixes.at(-1) ?? '').replaceAll(' ', '');
    if (name === '') return [];
    return facet === 'model' ? [name, ...this.#makeSpellings(brand).names.map((prefix) => prefix + name)] : [name];
  }

  #makeSpellings(brand: string): BrandSpellings {
    const spellings = this.#brands.get(brand);
    if (spellings !== undefined) return spellings;
    const newSpellings = { text: formatBrandName(brand), tokens: makeBrandTokens(brand), names: makeBrandNames(brand) };
    this.#brands.set(brand, newSpellings);
    return newSpellings;
  }

  #learnModel(model: NamedValue): void {
    const { value, brand } = model;
    const tokens = searchWords(readModelTitle(value));
    for (const [index, token] of tokens.entries()) {
      const nextToken = tokens[index + 1];
      if (nextToken !== undefined) this.#pairs.add(`${token} ${nextToken}`);
    }
    for (const token of new Set(makeModelTokens(readModelTitle(value)))) {
      const models = this.#modelsByToken.get(token);
      if (models === undefined) this.#modelsByToken.set(token, [model]);
      else models.push(model);
      const brands = this.#brandsByModelToken.get(token);
      if (brands === undefined) this.#brandsByModelToken.set(token, new Set([brand]));
      else brands.add(brand);
    }
  }
}

type BrandSpellings = { readonly text: string; readonly tokens: readonly string[]; readonly names: readonly string[] };

/** The title in the facet value of a model. */
export function readModelTitle(model: string): string {
  return model.slice(model.indexOf('/') + 1);
}

/** Whether adjacent parts of the title, joined, equal the name. */
function titleContains(title: string, name: string): boolean {
  const titleParts = searchWords(title).flatMap((word) => word.match(/[0-9]+|[^0-9]+/g) ?? []);
  for (let from = 0; from < titleParts.length; from += 1) {
    let joinedParts = '';
    for (let to = from; to < titleParts.length && joinedParts.length < name.length; to += 1)
      joinedParts += titleParts[to] ?? '';
    if (joinedParts === name) return true;
  }
  return false;
}

const noBrands: ReadonlySet<string> = new Set();

function hasCars(value: NamedValue | undefined): value is NamedValue {
  return value !== undefined && value.count > 0;
}

function makeBrandNames(brand: string): readonly string[] {
  const brandWordsText = searchWords(brand).join('');
  const key = makeKey(brand);
  return [brandWordsText, searchWords(findMakeName(key) ?? '').join(''), ...listMakeAliases(key)].filter(
    (name) => name !== '',
  );
}

function joinTokens(text: string): string {
  return searchWords(text).join(' ');
}
