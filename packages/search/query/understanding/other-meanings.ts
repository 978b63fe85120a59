import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

const colourWords = splitWords(
  'white black grey gray silver blue navy red burgundy maroon brown green purple violet gold golden orange yellow bronze pink teal tan champagne cream beige',
);
const countryWords = splitWords(
  'german japanese korean italian british english french chinese american swedish european singaporean',
);

/** Nouns after a colour which show that the colour is not that of the car: `white collar`, `golden years`. */
const nounsOfOtherColours =
  'collar collars hair hairs haired generation citizen citizens photo photos photograph photographs picture pictures movie movies film films tv juice juices coffee tea milk wine beer rice bread meat sugar sauce sauces food flower flowers rose roses cat cats dog dogs puppy puppies bird birds horse horses cow cows fish bull bulls sheep duck swan belt belts tie card cards dot plate plates shirt shirts dress uniform uniforms hat hats bag bags shoes skin eyes eye eyed thumb tape zone zones light lights sea coast sky moon ocean ice beach chip chips goods paper papers board house box book books list market magic medal medals ring rings watch jubilee age aged years year wedding weddings anniversary anniversaries mile bar bars coin coins week sunday holes hole energy loan loans lane lung flag cross area areas friday line lines rail tooth label beauty pepper pill pills fence gate army navy officer berry bean beans blood screen screens spoon fern tsunami whistle team panda ranger rangers tick'.split(
    ' ',
  );
const nounsOfOtherCountries =
  'new food foods restaurant restaurants cuisine school schools class classes lesson lessons teacher teachers tutor tutors bbq toast fries wife husband girlfriend boyfriend family families language songs song drama dramas company bank medicine tea garden gardens tourist tourists customers customer clients client boss expat expats embassy'.split(
    ' ',
  );

/** Words of names and colours, and the words after them which show that they mean something else. */
const wordsWithNextWords: readonly (readonly [words: readonly string[], next: readonly string[]])[] = [
  [colourWords, nounsOfOtherColours],
  [countryWords, nounsOfOtherCountries],
  [['ice'], ['cream', 'creams']],
  [['tan'], splitWords('chong tock kah ah boon kim jee')],
  [splitWords('mr mrs ms miss mdm madam uncle auntie aunty'), ['tan', 'gold', 'brown', 'green', 'white', 'black']],
  [['continental'], splitWords('breakfast tyre tyres tire tires drift')],
  [['smart'], splitWords('looking casual home phone phones watch key choice buy purchase people guy kid kids tv')],
  [['mini'], splitWords('golf fridge market mart project bar figure figures schnauzer poodle dachshund')],
  [['polo'], splitWords('shirt shirts tee tees t-shirt club match mint player neck')],
  [['swift'], splitWords('deal deals reply response responses sale transaction transfer action viewing handover code')],
  [['civic'], splitWords('minded mind duty group centre center district service')],
  [['jazz'], splitWords('music band bands bar fan musician concert lover club')],
  [['juke'], ['box']],
  [['ghost'], splitWords('month story stories festival town')],
  [splitWords('before at till until by'), ['dawn']],
  [['outback'], splitWords('trip trips adventure australia steakhouse')],
  [['discovery'], splitWords('centre center channel bay')],
  [['kona'], ['coffee']],
  [['freed'], ['up', 'from']],
  [splitWords('son named name called baby'), ['noah', 'cooper', 'mercedes']],
  [['california'], splitWords('dreaming fitness roll rolls usa')],
  [['scenic'], splitWords('drive drives route routes road roads view views trip trips')],
  [['dolphin'], splitWords('island show lagoon watching')],
  [['patrol'], splitWords('officer duty')],
  [['picasso'], splitWords('art painting paintings')],
  [['studio'], ['ghibli']],
  [['vantage'], ['point']],
  [['fiesta'], ['time']],
  [['ibiza'], splitWords('trip party')],
  [['astra'], ['zeneca']],
];

const nextWordsByWord = new Map<string, Set<string>>();
for (const [words, next] of wordsWithNextWords)
  for (const word of words) nextWordsByWord.set(word, new Set([...(nextWordsByWord.get(word) ?? []), ...next]));

/** Words that only these phrases know. Such words are not corrected as mistyped words of the trade. */
export const wordsOfOtherMeanings: ReadonlySet<string> = new Set(
  wordsWithNextWords.flatMap(([words, next]) => [...words, ...next]),
);

const peoplePattern =
  /^(?:sons?|daughters?|kids?|child|children|boys?|girls?|bab(?:y|ies)|toddlers?|twins|mum|mummy|mom|mother|dad|daddy|father|parents?|wife|husband|grand[a-z]+|uncle|auntie|aunty|guy|man|woman|lady|driver|retiree|dogs?|cats?|puppy|teenagers?|me|myself|nephew|niece|brother|sister|in-?laws?)$/;
const ageUnitPattern = /^(?:years?|yrs?|months?|mths?|weeks?)$/;

/**
 * Reads words that hold the name of a colour, a country or a model and mean something else: `white collar`, `black and
 * white photos`, `chinese new year`, `polo shirt`. Words with another meaning do not filter cars.
 */
export function readOtherMeaningAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const low = (index: number): string => tokens[index]?.low ?? '';
  const isPair =
    colourWords.includes(low(at)) && /^(?:and|n|&)$/.test(low(at + 1)) && colourWords.includes(low(at + 2));
  if (isPair && /^(?:photo|picture|movie|film|tv)/.test(low(at + 3)))
    return { next: at + 4, filters: [], words: 'dropped' };
  const followingWords = nextWordsByWord.get(low(at));
  // `yellow number plate`
  const isPlate =
    colourWords.includes(low(at)) && /^(?:number|car)$/.test(low(at + 1)) && /^plates?$/.test(low(at + 2));
  if (isPlate) return { next: at + 3, filters: [], words: 'dropped' };
  if (followingWords?.has(low(at + 1)) !== true) return null;
  const isNewYear = low(at + 1) === 'new' && countryWords.includes(low(at));
  if (isNewYear && low(at + 2) !== 'year') return null;
  return { next: at + (isNewYear ? 3 : 2), filters: [], words: 'dropped' };
}

const countedWordPattern =
  /^(?:-?(?:years?|yrs?|months?|mths?|weeks?|days?|hours?)|(?:year|month)s?-old|seats?|seater|seaters|doors?|dr|room|rooms|people|pax|kids|children|person|k|km|owners?|to|or)$/;

/** Reads the article before a number, which is no name together with it: `a 3 year old car` is no Audi A3. */
export function readArticleAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const isArticle =
    tokens[at]?.low === 'a' &&
    /^\d{1,2}$/.test(tokens[at + 1]?.low ?? '') &&
    countedWordPattern.test(tokens[at + 2]?.low ?? '');
  return isArticle ? { next: at + 1, filters: [], words: 'ignored' } : null;
}

/** From this age on, a person gets in more easily where the seats are high. */
const elderlyYears = 60;
/** What an old person needs, as preferred phrases. */
export const elderlyPhrases: readonly string[] = ['is:high', 'easy to get in', 'high seat', 'tall doors'];

/** Reads ages that follow the words for people: `kids aged 3 and 5`, `my son is 5`, `mum is 70 years old`. */
function readAgesAfterPersonAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const low = (index: number): string => tokens[index]?.low ?? '';
  if (!/^(?:is|are|aged|age|ages|turning)$/.test(low(at)) || !peoplePattern.test(low(at - 1))) return null;
  let next = at + 1;
  let highestAge = 0;
  while (/^\d{1,2}(?:-?y\/?o)?$/.test(low(next))) {
    highestAge = Math.max(highestAge, Number.parseInt(low(next), 10));
    next += 1;
    if (/^(?:and|&|n)$/.test(low(next)) && /^\d{1,2}$/.test(low(next + 1))) next += 1;
  }
  if (next === at + 1) return null;
  if (ageUnitPattern.test(low(next)) || /^y\/?o$/.test(low(next))) next += 1;
  if (low(next) === 'old') next += 1;
  return makeAgeMatch(next, highestAge);
}

function makeAgeMatch(next: number, years: number): PhraseMatch {
  return {
    next,
    filters: [],
    words: 'ignored',
    ...(years >= elderlyYears ? { preferredPhrases: elderlyPhrases } : {}),
  };
}

/** From this height on, in centimetres, a person needs headroom. */
const tallCentimetres = 180;

/** Reads the height of a person: `i am 1.9m tall`, `190cm`, `185 cm tall`. A height is no price. */
export function readHeightAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const low = (index: number): string => tokens[index]?.low ?? '';
  const metresText = /^([12]\.\d{1,2})m$/.exec(low(at))?.[1];
  const joinedHeightMatch = /^(1[4-9]\d|2[01]\d)(cm)?$/.exec(low(at));
  const isCentimetres = joinedHeightMatch !== null && (joinedHeightMatch[2] !== undefined || low(at + 1) === 'cm');
  const isTall =
    low(at + 1) === 'tall' ||
    /^(?:am|i'm|im|height)$/.test(low(at - 1)) ||
    tokens.slice(Math.max(0, at - 3), at).some(({ low: word }) => word === 'tall' || word === 'height');
  if (!isCentimetres && (metresText === undefined || !isTall)) return null;
  const height = metresText === undefined ? Number(joinedHeightMatch?.[1]) : Math.round(Number(metresText) * 100);
  const end = at + (isCentimetres && joinedHeightMatch[2] === undefined ? 2 : 1);
  const next = low(end) === 'tall' ? end + 1 : end;
  return {
    next,
    filters: [],
    words: 'ignored',
    ...(height >= tallCentimetres ? { preferredPhrases: elderlyPhrases } : {}),
  };
}

/** Cars for sale are younger than this. */
const leastAgeOfAdult = 18;

/** Reads the age of a person, which is no age of the car: `5 year old son`, `i am 60 years old`. */
export function readAgeOfPersonAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const low = (index: number): string => tokens[index]?.low ?? '';
  const agesOfPerson = readAgesAfterPersonAt(tokens, at);
  if (agesOfPerson !== null) return agesOfPerson;
  const age = /^(\d{1,2})(-?(?:years?|yrs?|months?|mths?)-old|-?y\/?o)?$/.exec(low(at));
  if (age === null) return null;
  const isAgeSpelledOut = ageUnitPattern.test(low(at + 1)) && low(at + 2) === 'old';
  const end = age[2] !== undefined ? at + 1 : isAgeSpelledOut ? at + 3 : /^y\/?o$/.test(low(at + 1)) ? at + 2 : null;
  if (end === null) return null;
  // `my 17-year-old` is a person, and `a 3-year-old suv` a car.
  const isAgeOfSpeaker =
    /^(?:i'?m|am)$/.test(low(at - 1)) || (age[2] !== undefined && /^(?:my|our|his|her|the)$/.test(low(at - 1)));
  // The words for a person may stand before the age: `for mother 70 years old`.
  const isAfterPerson = peoplePattern.test(low(at - 1)) && Number(age[1]) >= leastAgeOfAdult;
  if (!isAgeOfSpeaker && !isAfterPerson && !peoplePattern.test(low(end))) return null;
  return makeAgeMatch(end, /^m/.test(low(at + 1)) ? 0 : Number(age[1]));
}

function splitWords(text: string): readonly string[] {
  return text.split(' ');
}
