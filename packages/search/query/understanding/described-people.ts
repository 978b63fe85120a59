import { elderlyPhrases } from './other-meanings.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

const youngWordPattern = /^(?:young|younger|youngish)$/;
const oldWordPattern = /^(?:old|older|oldish|elderly|aged|ageing|aging)$/;
/** Further words between the age and the person: `young working adults`, `old retired couple`. */
const wordBetweenPattern =
  /^(?:single|married|working|newlywed|newly-wed|successful|urban|active|growing|retired|male|female|first-time|local|chinese|malay|indian)$/;
const wordsBetweenMaximum = 2;
const childPattern = /^(?:kids?|child|children|sons?|daughters?|boys?|girls?|bab(?:y|ies)|toddlers?|nephews?|nieces?)$/;
const adultPattern =
  /^(?:guys?|m[ae]n|gentlem[ae]n|lad(?:y|ies)|wom[ae]n|gals?|dudes?|chaps?|bros?|person|people|adults?|drivers?|couples?|famil(?:y|ies)|parents?|professionals?|execs?|executives?|entrepreneurs?|businessm[ae]n|boss|bosses|towkays?|graduates?|grads?|students?|folks?|uncles?|aunt(?:s|y|ies|ie)?|mums?|mummy|moms?|mothers?|dads?|daddy|fathers?|in-?laws?|grand[a-z]+|relatives?|buyers?|citizens?|brothers?|sisters?|wife|husband|passengers?)$/;
/** Adults about whom no other phrase says anything. `lady owner` is a remark on a car. */
const plainAdultPattern =
  /^(?:guys?|m[ae]n|gentlem[ae]n|lad(?:y|ies)|wom[ae]n|gals?|dudes?|chaps?|bros?|person|people|adults?|drivers?|couples?|professionals?|folks?|relatives?|buyers?)$/;
/** Words before an age which show that it is the age of the speaker: `i am young`. */
const speakerPattern = /^(?:i'?m|am|we're|they're|he's|she's)$/;
const carNounPattern = /^(?:cars?|vehicles?|rides?|suvs?|mpvs?|sedans?|saloons?|hatchbacks?)$/;
/**
 * Words before an age which show that the age is that of a car, because it is compared or counted: `not so old`, `3
 * years old`.
 */
const carAgeWordPattern = /^(?:so|too|not|very|years?|yrs?|months?|yo)$/;

/**
 * Reads words for the age of a person, which is no age of the car: `young guy`, `old uncle`, `my elderly dad`, `for the
 * young`. A word for the person is not consumed when the word has a meaning of its own. An old person gets in more
 * easily where the seats are high.
 */
export function readDescribedPersonAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const low = (index: number): string => tokens[index]?.low ?? '';
  const isOld = oldWordPattern.test(low(at));
  if ((!isOld && !youngWordPattern.test(low(at))) || carAgeWordPattern.test(low(at - 1))) return null;
  let personIndex = at + 1;
  while (personIndex <= at + wordsBetweenMaximum && wordBetweenPattern.test(low(personIndex))) personIndex += 1;
  const isOfAdult = adultPattern.test(low(personIndex));
  // An old family car is an old car.
  if (/^famil/.test(low(personIndex)) && isOld && carNounPattern.test(low(personIndex + 1))) return null;
  const isAfterAdult = /^(?:is|are)$/.test(low(at - 1)) && adultPattern.test(low(at - 2));
  const isAgeOfPerson =
    isOfAdult ||
    isAfterAdult ||
    childPattern.test(low(personIndex)) ||
    speakerPattern.test(low(at - 1)) ||
    (low(at - 2) === 'we' && /^(?:are|still)$/.test(low(at - 1))) ||
    low(personIndex) === 'at' ||
    isAgeOfGroup(low, at);
  if (!isAgeOfPerson) return null;
  const isPlainAdult = plainAdultPattern.test(low(personIndex)) && !/^owners?$/.test(low(personIndex + 1));
  const end =
    /^(?:lad(?:y|ies)|m[ae]n|wom[ae]n)$/.test(low(personIndex)) && /^drivers?$/.test(low(personIndex + 1)) ? 2 : 1;
  const next = isPlainAdult ? personIndex + end : at + 1;
  return {
    next,
    filters: [],
    words: 'ignored',
    ...(isOld && (isOfAdult || isAfterAdult) ? { preferredPhrases: elderlyPhrases } : {}),
  };
}

/** Whether an age stands for people: `for the young`, `for young and old`. */
function isAgeOfGroup(low: (index: number) => string, at: number): boolean {
  const isForThePhrase = low(at - 2) === 'for' && low(at - 1) === 'the' && !carNounPattern.test(low(at + 1));
  const isJoined = (first: number) =>
    /^(?:young|old)$/.test(low(first)) && /^(?:and|&)$/.test(low(first + 1)) && /^(?:young|old)$/.test(low(first + 2));
  return isForThePhrase || isJoined(at) || isJoined(at - 2);
}
