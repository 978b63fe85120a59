import { searchWords } from '@carhouse/core/text/search-words';
import type { CommonWord, SearchedText, TextMatch, TextSide } from './text-match.ts';
import { brandWords, modelWords } from './words/car-words.ts';
import { FindTerms } from './words/find-terms.ts';
import { PostingLists } from './words/posting-lists.ts';
import { readSearch, type SearchedWord } from './words/read-search.ts';
import { SortedTerms } from './words/sorted-terms.ts';
import { TermDictionary } from './words/term-dictionary.ts';
import { TermPlaces } from './words/term-places.ts';
import { WordBuffer } from './words/word-buffer.ts';
import { WordLevels } from './words/word-levels.ts';

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

/** Texts whose terms are kept at hand: brands, models and places come again and again. */
const rememberedMaximum = 20_000;

/**
 * The words of all cars: for each word the cars in which it stands, by place. Numbers grow only. A search unites the cars of
 * all words that begin with a typed word and intersects the typed words. How a car scores is read from the same sets when it is asked.
 */
export class TextIndex implements TextSide {
  #dictionary = new TermDictionary();
  #sorted = new SortedTerms(this.#dictionary);
  #find = new FindTerms(this.#dictionary, this.#sorted);
  #places = new TermPlaces();
  #lists = new PostingLists();
  readonly #words = new WordBuffer();
  readonly #levels = new WordLevels();
  readonly #remembered = [0, 1, 2].map(() => new Map<string, Int32Array>());
  #rememberedBytes = 0;
  #highest = -1;

  add(number: number, words: SearchedText): void {
    this.#highest = number;
    this.#addTerms(number, named, this.#termsOf(named, words.brand, brandWords));
    this.#addTerms(number, named, this.#termsOf(named, words.title, modelWords));
    if (words.variant !== null) this.#addTerms(number, inVariant, this.#termsOf(inVariant, words.variant, modelWords));
    this.#addTerms(number, inLocation, this.#termsOf(inLocation, words.location, searchWords));
    this.#words.split(words.description);
    for (let word = 0; word < this.#words.count; word += 1) this.#addTerm(number, inDescription, this.#termOf(word));
  }

  match(text: string, onOffer: Uint32Array): TextMatch | null {
    const searched = readSearch(text);
    if (searched.length === 0) return null;
    const corrections: { typed: string; meant: string }[] = [];
    const round = this.#levels.begin(this.#highest + 1);
    for (const word of searched) this.#matchWord(word, onOffer, corrections);
    return {
      bits: this.#levels.intersect(),
      scoreOf: (number) => this.#levels.scoreOf(number, round),
      best: (among, count, most) => this.#levels.best(among, count, most, round),
      corrections,
    };
  }

  commonWords(start: string, most: number, onOffer: Uint32Array): readonly CommonWord[] {
    const found: { term: number; size: number }[] = [];
    for (const term of this.#find.startingWith(start)) {
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

  renumber(newNumberOf: Int32Array): void {
    const old = { dictionary: this.#dictionary, places: this.#places, lists: this.#lists };
    const read = new Uint32Array(this.#highest + 1);
    this.#forget();
    for (let term = 0; term < old.dictionary.count; term += 1) {
      let own = -1;
      for (let place = 0; place <= inDescription; place += 1) {
        const list = old.places.listOf(term, place);
        if (list < 0) continue;
        const numbers = renumber(read.subarray(0, old.lists.readNumbers(list, read)), newNumberOf);
        if (numbers.length === 0) continue;
        if (own < 0) {
          this.#words.split(old.dictionary.text(term));
          own = this.#termOf(0);
        }
        const made = this.#places.makeList(own, place, this.#lists);
        for (const number of numbers) this.#lists.append(made, number);
        this.#highest = Math.max(this.#highest, numbers.at(-1) ?? -1);
      }
    }
  }

  get bytes(): number {
    return (
      this.#dictionary.bytes +
      this.#sorted.bytes +
      this.#places.bytes +
      this.#lists.bytes +
      this.#levels.bytes +
      this.#rememberedBytes
    );
  }

  #matchWord(
    { typed, spellings }: SearchedWord,
    onOffer: Uint32Array,
    corrections: { typed: string; meant: string }[],
  ): void {
    this.#levels.beginWord();
    for (const spelling of spellings) {
      const whole = this.#find.whole(spelling);
      for (const term of this.#find.startingWith(spelling)) {
        this.#read(term, term === whole ? worth.whole : worth.start);
      }
    }
    if (!this.#levels.isFoundIn(onOffer)) {
      for (const term of this.#find.near(typed, (near) => this.#frequencyOf(near, onOffer))) {
        this.#read(term, worth.near);
        corrections.push({ typed, meant: this.#dictionary.text(term) });
      }
    }
    this.#levels.endWord();
  }

  #read(term: number, worthOfPlace: readonly number[]): void {
    for (let place = 0; place <= inDescription; place += 1) {
      const list = this.#places.listOf(term, place);
      if (list >= 0) this.#lists.readInto(list, this.#levels.bitsOf(worthOfPlace[place] ?? 0));
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

  #termsOf(place: number, text: string, wordsOf: (text: string) => readonly string[]): Int32Array {
    // A model may be called as a brand is, and its words are others.
    const key = wordsOf === brandWords ? `\u0000${text}` : text;
    const remembered = this.#remembered[place] as Map<string, Int32Array>;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const terms = new Set<number>();
    for (const word of wordsOf(text)) {
      this.#words.split(word);
      for (let index = 0; index < this.#words.count; index += 1) terms.add(this.#termOf(index));
    }
    if (remembered.size >= rememberedMaximum) {
      remembered.clear();
      this.#rememberedBytes = 0;
    }
    const made = Int32Array.from(terms);
    remembered.set(key, made);
    this.#rememberedBytes += 150 + 2 * key.length + made.byteLength;
    return made;
  }

  #termOf(word: number): number {
    const known = this.#dictionary.find(this.#words, word);
    if (known >= 0) return known;
    const term = this.#dictionary.add(this.#words, word);
    this.#sorted.add(term, this.#words.units, this.#words.starts[word] ?? 0, this.#words.lengths[word] ?? 0);
    this.#places.add(term);
    return term;
  }

  #addTerms(number: number, place: number, terms: Int32Array): void {
    for (const term of terms) this.#addTerm(number, place, term);
  }

  #addTerm(number: number, place: number, term: number): void {
    // Places come from the best to the least, so the first one counts.
    const list = this.#places.visit(term, place, number, this.#lists);
    if (list >= 0) this.#lists.append(list, number);
  }

  #forget(): void {
    this.#dictionary = new TermDictionary();
    this.#sorted = new SortedTerms(this.#dictionary);
    this.#find = new FindTerms(this.#dictionary, this.#sorted);
    this.#places = new TermPlaces();
    this.#lists = new PostingLists();
    for (const remembered of this.#remembered) remembered.clear();
    this.#rememberedBytes = 0;
    this.#highest = -1;
  }
}

/** Puts the new numbers of a list in the place of the old ones, in order; those that are struck out have none. */
function renumber(numbers: Uint32Array, newNumberOf: Int32Array): Uint32Array {
  let count = 0;
  let last = -1;
  let inOrder = true;
  for (const old of numbers) {
    const number = newNumberOf[old] ?? -1;
    if (number < 0) continue;
    numbers[count] = number;
    count += 1;
    if (number < last) inOrder = false;
    last = number;
  }
  const kept = numbers.subarray(0, count);
  return inOrder ? kept : kept.sort();
}
