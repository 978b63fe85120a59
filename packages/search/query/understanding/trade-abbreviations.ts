import type { Token } from './tokens.ts';

/** Abbreviations that buyers and dealers type, and the words that they stand for. */
const wordsByAbbreviation: Readonly<Record<string, string>> = {
  abv: 'above',
  abve: 'above',
  blw: 'below',
  belw: 'below',
  btw: 'between',
  btwn: 'between',
  bal: 'balance',
  mth: 'month',
  mnth: 'month',
  mthly: 'monthly',
  mnthly: 'monthly',
  instal: 'instalment',
  instl: 'instalment',
  oni: 'only',
  onli: 'only',
  gd: 'good',
  veh: 'vehicle',
  fam: 'family',
  eng: 'engine',
  bdgt: 'budget',
  maint: 'maintenance',
  trans: 'transmission',
  hyb: 'hybrid',
  elec: 'electric',
  regd: 'registered',
  regn: 'registered',
  depn: 'depreciation',
  deprn: 'depreciation',
  deprec: 'depreciation',
  owr: 'owner',
  ownr: 'owner',
  wty: 'warranty',
  wrty: 'warranty',
  ppl: 'people',
  lic: 'licence',
  pte: 'private',
  hb: 'hatchback',
  hbk: 'hatchback',
  'h/b': 'hatchback',
  sdn: 'sedan',
  wgn: 'wagon',
  cpe: 'coupe',
};

/**
 * Words after `4` which show that it means `for`: `small car 4 parking`. Words for things that can be counted are not
 * in this list.
 */
const purposeAfterFourPattern =
  /^(?:parking|family|work|grab|gojek|phv|delivery|daily|weekends?|commut(?:e|ing)|driving|sale|me|my|mum|dad|wife|school|city|town|jb|malaysia|camping|fishing|golf|beginners?|newbies?|business|travel|fun|drifting|track|long|everyday)$/;

/** Words after which `mil` is a million: `1.2 mil`, `half a mil`. */
const beforeMillionPattern = /\d$|^(?:a|half|quarter|one|two|three|four|five|few)$/;

/**
 * Replaces abbreviations of the trade by their words: `coe bal 5 yr n abv`, `mthly max 1.1k`, `mil < 80k`, `6 yo`. The typed
 * text stays as it is.
 */
export function replaceAbbreviations(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, at) => {
    const trimTokens = expandTeslaTrim(token, tokens[at - 1]);
    if (trimTokens !== null) return trimTokens;
    const [, digits, age] = /^(\d{1,2})?(yo|y\/o)$/.exec(token.low) ?? [];
    if (age !== undefined) return makeAgeTokens(token, digits);
    const word = findWord(token.low, tokens[at - 1]?.low ?? '', tokens[at + 1]?.low ?? '');
    return [word === undefined ? token : { ...token, low: word, name: word }];
  });
}

/** Replaces `lr` and `perf` after a Tesla by the words of the model's title: `model 3 lr`. */
function expandTeslaTrim(token: Token, before: Token | undefined): readonly Token[] | null {
  const words = { lr: ['long', 'range'], perf: ['performance'] }[token.low];
  if (words === undefined || !/^(?:3|y|s|x|model[3ysx])$/.test(before?.low ?? '')) return null;
  const { isBeforeComma: _comma, ...rest } = token;
  return words.map((low, index) => ({ ...(index === words.length - 1 ? token : rest), low, name: low }));
}

function findWord(low: string, before: string, next: string): string | undefined {
  if (low === 'mil') return beforeMillionPattern.test(before) ? undefined : 'mileage';
  if (low === '4') return purposeAfterFourPattern.test(next) ? 'for' : undefined;
  if (low === 'cap') return /^eng(?:ine)?$/.test(before) ? 'capacity' : undefined;
  if (low === 'rd') return next === 'tax' ? 'road' : undefined;
  return Object.hasOwn(wordsByAbbreviation, low) ? wordsByAbbreviation[low] : undefined;
}

/** Replaces `6yo` and `yo` by the tokens of `6 years old`. */
function makeAgeTokens(token: Token, digits: string | undefined): readonly Token[] {
  const { from, to } = token;
  const words = digits === undefined ? ['years'] : [digits, 'years'];
  return [...words.map((low) => ({ from, to, low, name: low })), { ...token, low: 'old', name: 'old' }];
}
