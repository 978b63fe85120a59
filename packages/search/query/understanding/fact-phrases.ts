import type { Filter, Match } from './phrase-match.ts';
import { longestAt, type Token } from './tokens.ts';

/** The filters of a phrase, and the words before or after it with which it has another meaning. */
type Fact = { readonly filters: readonly Filter[]; readonly before?: RegExp; readonly after?: RegExp };

const powered =
  /^(?:seats?|tailgate|boot|sunroof|roof|windows?|mirrors?|doors?|blinds?|steering|folding|parking|brake)$/;
const fuel = (...values: readonly string[]): Fact => ({
  filters: values.map((value) => ({ name: 'fuel', value })),
  before: powered,
  after: /^(?:mild|semi|non)$/,
});
const transmission = (value: string): Fact => ({
  filters: [{ name: 'transmission', value }],
  before:
    /^(?:park|parking|hold|lights?|headlights?|headlamps?|tailgate|boot|pilot|cruise|aircon|wipers?|mode|book|climate|doors?|start)$/,
});
const seller = (value: string): Fact => ({
  filters: [{ name: 'sellerKind', value }],
  before: /^(?:hire|maintained|serviced|plate|warranty|workshop)$/,
});
const owners = (...values: readonly string[]): Fact => ({
  filters: values.map((value) => ({ name: 'owners', value })),
});
const verified: Fact = { filters: [{ name: 'verified', value: 'yes' }], before: /^(?:mileage|history|odometer)$/ };

const facts: Readonly<Record<string, Fact>> = {
  electric: fuel('electric'),
  ev: fuel('electric'),
  evs: fuel('electric'),
  bev: fuel('electric'),
  hybrid: fuel('hybrid', 'plug-in hybrid'),
  hybrids: fuel('hybrid', 'plug-in hybrid'),
  'plug-in hybrid': fuel('plug-in hybrid'),
  'plug in hybrid': fuel('plug-in hybrid'),
  'plug-in': fuel('plug-in hybrid'),
  phev: fuel('plug-in hybrid'),
  diesel: fuel('diesel'),
  petrol: fuel('petrol'),
  auto: transmission('automatic'),
  automatic: transmission('automatic'),
  manual: transmission('manual'),
  dealer: seller('dealer'),
  dealers: seller('dealer'),
  private: seller('private'),
  'private seller': seller('private'),
  'private sellers': seller('private'),
  'private owner': seller('private'),
  'direct owner': seller('private'),
  'one owner': owners('1'),
  '1 owner': owners('1'),
  '1-owner': owners('1'),
  'one-owner': owners('1'),
  'single owner': owners('1'),
  'first owner': owners('1'),
  '1st owner': owners('1'),
  'two owners': owners('2'),
  '2 owners': owners('2'),
  '2nd owner': owners('2'),
  'second owner': owners('2'),
  'three owners': owners('3'),
  '3 owners': owners('3'),
  'max 1 owner': owners('1'),
  'max 2 owners': owners('1', '2'),
  'max 3 owners': owners('1', '2', '3'),
  'up to 2 owners': owners('1', '2'),
  'up to 3 owners': owners('1', '2', '3'),
  'at most 2 owners': owners('1', '2'),
  'under 3 owners': owners('1', '2'),
  verified,
  'verified seller': verified,
  'verified sellers': verified,
  'verified dealer': { filters: [...verified.filters, { name: 'sellerKind', value: 'dealer' }] },
  'verified dealers': { filters: [...verified.filters, { name: 'sellerKind', value: 'dealer' }] },
};
const phrases = Object.keys(facts);

/** The fuel, transmission, owners or seller kind at a token. */
export function factAt(tokens: readonly Token[], at: number): Match | null {
  const found = longestAt(tokens, at, phrases);
  if (found === null) return null;
  const { filters, before, after } = facts[found.phrase] ?? { filters: [] };
  if (before?.test(tokens[found.next]?.low ?? '') === true) return null;
  if (after?.test(tokens[at - 1]?.low ?? '') === true) return null;
  return { next: found.next, filters };
}
