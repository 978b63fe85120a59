import { searchWords } from '@carhouse/domain/text/search-words';
import { readSearch, type SearchedWord } from '../query/read-search.ts';
import { SearchBudget, type SearchLimits, searchBudget } from '../query/search-budget.ts';
import { brandWords, modelWords } from './car-words.ts';
import { FindTerms } from './find-terms.ts';
import { PostingLists } from './posting-lists.ts';
import { SellerTerms } from './seller-terms.ts';
import { SortedTerms } from './sorted-terms.ts';
import { TermDictionary } from './term-dictionary.ts';
import { TermPlaces } from './term-places.ts';
import { TermPrint } from './term-print.ts';
import type { CommonWord, SearchedText, TextMatch, TextSide } from './text-match.ts';
import { WordBuffer } from './word-buffer.ts';
import { WordLevels } from './word-levels.ts';

/** Where a word stands in a car. A word that stands in several is counted where it answers best. */
const named = 0;
const inVariant = 1;
const inLocation = 2;
const inDescription = 3;

/** What a word is worth by where it stands. A name that begins with it is worth more than a description that holds it. */
const worth = {
  whole: [16, 12, 10, 6],
  start: [13, 9, 8, 3],
  near: [8, 5, 4, 1],
} as const;

const noTerms = new Int32Array(0);

type ReadCar = {
  brand: Int32Array;
  title: Int32Array;
  variant: Int32Array | null;
  location: Int32Array;
  description: Int32Array;
  /** Terms of the description; behind them stand those of another one. */
  count: number;
};

type RememberedText = Exclude<keyof SearchedText, 'description' | 'sellerId'>;

/** What stands for a word that its seller may not bring any more. No search can type it: a space ends a word. */
const unsearchable = ' ';

export type TextIndexOptions = { readonly limits?: SearchLimits; readonly newTermsOfSeller?: number };
/** Bytes are an estimate. */
type Remembered = { readonly terms: Map<string, Int32Array>; bytes: number };

/** Texts whose terms are kept at hand: brands, models and places come again and again. */
const rememberedMaximum = 20_000;

/**
 * The words of all cars: for each word the cars in which it stands, by place. Numbers grow only. A search unites the cars of
 * all words that begin with a typed word and intersects the typed words. How a car scores is read from the same sets when it is asked.
 */
export class TextIndex implements TextSide {
  readonly #dictionary = new TermDictionary();
  readonly #sorted = new SortedTerms(this.#dictionary);
  readonly #find = new FindTerms(this.#dictionary, this.#sorted);
  readonly #places = new TermPlaces();
  readonly #lists = new PostingLists();
  readonly #words = new WordBuffer();
  readonly #levels = new WordLevels();
  /** The terms of the car that was read last. */
  readonly #car: ReadCar = {
    brand: noTerms,
    title: noTerms,
    variant: null,
    location: noTerms,
    description: new Int32Array(256),
    count: 0,
  };
  readonly #print = new TermPrint();
  readonly #remembered: Readonly<Record<RememberedText, Remembered>> = {
    brand: { terms: new Map(), bytes: 0 },
    title: { terms: new Map(), bytes: 0 },
    variant: { terms: new Map(), bytes: 0 },
    location: { terms: new Map(), bytes: 0 },
  };
  #highest = -1;
  readonly #limits: SearchLimits;
  readonly #sellers: SellerTerms;
  /** The term of `unsearchable`. */
  readonly #unsearchable: number;
  #sellerId = '';
  /** Whether a word of the text that is being read could not become a term. */
  #isCut = false;

  constructor({ limits = searchBudget, newTermsOfSeller }: TextIndexOptions = {}) {
    this.#limits = limits;
    this.#sellers = new SellerTerms(newTermsOfSeller);
    this.#words.units[0] = unsearchable.charCodeAt(0);
    this.#words.starts[0] = 0;
    this.#words.lengths[0] = 1;
    this.#unsearchable = this.#newTerm(0);
  }

  read({ sellerId, brand, title, variant, location, description }: SearchedText): Uint32Array {
    this.#sellerId = sellerId;
    const car = this.#car;
    car.brand = this.#termsOf('brand', brand, brandWords);
    car.title = this.#termsOf('title', title, modelWords);
    car.variant = variant === null ? null : this.#termsOf('variant', variant, modelWords);
    car.location = this.#termsOf('location', location, searchWords);
    const words = this.#words;
    words.split(description);
    if (words.count > car.description.length) car.description = new Int32Array(words.count * 2);
    this.#readWords(car.description);
    car.count = words.count;
    const print = this.#print.begin();
    print.mix(car.brand, car.brand.length);
    print.mix(car.title, car.title.length);
    print.mix(car.variant ?? noTerms, car.variant?.length ?? -1);
    print.mix(car.location, car.location.length);
    print.mix(car.description, car.count);
    return print.numbers;
  }

  add(number: number): void {
    this.#highest = number;
    const { brand, title, variant, location, description, count } = this.#car;
    const places = this.#places;
    places.begin(number, this.#lists);
    // Places come from the best to the least, so the first one counts.
    places.mark(number, named, brand, brand.length);
    places.mark(number, named, title, title.length);
    if (variant !== null) places.mark(number, inVariant, variant, variant.length);
    places.mark(number, inLocation, location, location.length);
    places.mark(number, inDescription, description, count);
  }

  match(text: string, onOffer: Uint32Array): TextMatch | null {
    const searched = readSearch(text);
    if (searched.length === 0) return null;
    this.#places.settle(this.#lists);
    const corrections: { typed: string; meant: string }[] = [];
    const round = this.#levels.begin(this.#highest + 1);
    const budget = new SearchBudget(this.#limits);
    for (const word of searched) this.#matchWord(word, onOffer, corrections, budget);
    return {
      bits: this.#levels.intersect(),
      scoreOf: (number) => this.#levels.scoreOf(number, round),
      best: (among, count, most) => this.#levels.best(among, count, most, round),
      corrections,
      isPartial: budget.isSpent,
    };
  }

  commonWords(start: string, most: number, onOffer: Uint32Array): readonly CommonWord[] {
    this.#places.settle(this.#lists);
    const found: { term: number; size: number }[] = [];
    const budget = new SearchBudget(this.#limits);
    budget.beginWord();
    for (const term of this.#find.startingWith(start, budget)) {
      if (this.#places.listOf(term, named) >= 0 || this.#places.listOf(term, inLocation) >= 0) continue;
      if (!this.#dictionary.isLetters(term)) continue;
      const lists = [inVariant, inDescription].map((place) => this.#places.listOf(term, place));
      const size = lists.reduce((sum, list) => sum + (list < 0 ? 0 : this.#lists.sizeOf(list)), 0);
      const last = found[most - 1];
      if (last !== undefined && last.size >= size) continue;
      const at = found.findIndex((other) => other.size < size);
      found.splice(at < 0 ? found.length : at, 0, { term, size });
      if (found.length > most) found.pop();
    }
    return found
      .map(({ term }) => ({ word: this.#dictionary.text(term), count: this.#frequencyOf(term, onOffer).all }))
      .filter(({ count }) => count > 0);
  }

  get bytes(): number {
    const { brand, title, variant, location } = this.#remembered;
    return (
      this.#dictionary.bytes +
      this.#sellers.bytes +
      this.#sorted.bytes +
      this.#places.bytes +
      this.#lists.bytes +
      this.#levels.bytes +
      brand.bytes +
      title.bytes +
      variant.bytes +
      location.bytes
    );
  }

  #matchWord(
    { typed, spellings }: SearchedWord,
    onOffer: Uint32Array,
    corrections: { typed: string; meant: string }[],
    budget: SearchBudget,
  ): void {
    this.#levels.beginWord();
    budget.beginWord();
    for (const spelling of spellings) {
      const whole = this.#find.whole(spelling);
      for (const term of this.#find.startingWith(spelling, budget)) {
        this.#read(term, term === whole ? worth.whole : worth.start, budget);
      }
    }
    if (!this.#levels.isFoundIn(onOffer)) {
      for (const term of this.#find.near(typed, (near) => this.#frequencyOf(near, onOffer), budget)) {
        this.#read(term, worth.near, budget);
        corrections.push({ typed, meant: this.#dictionary.text(term) });
      }
    }
    this.#levels.endWord();
  }

  #read(term: number, worthOfPlace: readonly number[], budget: SearchBudget): void {
    for (let place = 0; place <= inDescription; place += 1) {
      const list = this.#places.listOf(term, place);
      if (list < 0) continue;
      // A long list is kept as bits, which are joined 32 at a time.
      if (!budget.takePostings(Math.min(this.#lists.sizeOf(list), this.#highest >>> 4) + 1)) return;
      this.#lists.readInto(list, this.#levels.bitsOf(worthOfPlace[place] ?? 0));
    }
  }

  #frequencyOf(term: number, onOffer: Uint32Array): { named: number; all: number } {
    let all = 0;
    for (let place = 0; place <= inDescription; place += 1) {
      const list = this.#places.listOf(term, place);
      if (list >= 0) all += this.#lists.countIn(list, onOffer);
    }
    const list = this.#places.listOf(term, named);
    return { named: list < 0 ? 0 : this.#lists.countIn(list, onOffer), all };
  }

  #termsOf(kind: RememberedText, text: string, wordsOf: (text: string) => readonly string[]): Int32Array {
    const known = this.#remembered[kind].terms.get(text);
    return known ?? this.#readTerms(kind, text, wordsOf);
  }

  #readTerms(kind: RememberedText, text: string, wordsOf: (text: string) => readonly string[]): Int32Array {
    const remembered = this.#remembered[kind];
    const terms = new Set<number>();
    this.#isCut = false;
    for (const word of wordsOf(text)) {
      this.#words.split(word);
      const found = new Int32Array(this.#words.count);
      this.#readWords(found);
      for (const term of found) terms.add(term);
    }
    if (remembered.terms.size >= rememberedMaximum) {
      remembered.terms.clear();
      remembered.bytes = 0;
    }
    const made = Int32Array.from(terms);
    // Another seller may still bring these words.
    if (this.#isCut) return made;
    remembered.terms.set(text, made);
    remembered.bytes += 150 + 2 * text.length + made.byteLength;
    return made;
  }

  /** The terms of the words of the buffer; unknown words become terms. */
  #readWords(into: Int32Array): void {
    const words = this.#words;
    const dictionary = this.#dictionary;
    for (let word = 0; ; word += 1) {
      word = dictionary.findAll(words, word, into);
      if (word === words.count) return;
      into[word] = this.#sellers.take(this.#sellerId) ? this.#newTerm(word) : this.#cutTerm();
    }
  }

  #cutTerm(): number {
    this.#isCut = true;
    return this.#unsearchable;
  }

  #newTerm(word: number): number {
    const words = this.#words;
    const term = this.#dictionary.add(words, word);
    this.#sorted.add(term, words.units, words.starts[word] ?? 0, words.lengths[word] ?? 0);
    this.#places.add(term);
    return term;
  }
}
