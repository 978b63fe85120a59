/** Phrases that exclude what follows them in a question: `not a toyota`, `anything but white`. */
export const exclusionPhrases: readonly string[] =
  "no|not|non|except|except for|without|excluding|dont|don't|do not|dun|avoid|other than|anything but|anything other than|any but|anything except|apart from|aside from|nothing|neither|none of|no need for|hate|dislike|not keen on|not interested in|not looking for|not into|not ok with|rather not|exclude|excludes|dowan|don want|stay away from|everything except|won't consider|wont consider|won't|wont|can't|cant|doesn't|doesnt|does not|didn't|shouldn't|shouldnt|wouldn't|wouldnt|would not|will not|can not|never|instead of|rather than|anything that is not|minus".split(
    '|',
  );

/** Phrases that exclude what stands before them: `diesel no need`, `white also don't want`. */
export const trailingExclusionPhrases: readonly string[] =
  "no need|no want|not want|dun want|dun wan|dont want|don't want|do not want|don want|dowan|not wanted|not needed|not required|not necessary|is not needed|dun need|don't need|dont need|do not need|not ok|not okay|not good|not interested|no thanks|no thank you|cannot|no|no more|is out|out|no go|not for me|not preferred|don't like|dont like|dun like|do not like|never".split(
    '|',
  );

/** Words between the excluded thing and an excluding phrase that follows. */
export const trailingExclusionFillers: ReadonlySet<string> = new Set(
  'also|really|all|i|we|car|cars|one|ones|is|are|please|pls'.split('|'),
);

/** Words between an excluding phrase and the excluded thing: `dont want diesel`. */
export const exclusionFillers: ReadonlySet<string> = new Set(
  'a|an|the|any|want|wan|like|need|in|from|too|so|very|be|colour|color|coloured|really|also|consider|another'.split(
    '|',
  ),
);

/** Words between two excluded things: `not black or white`. */
export const exclusionJoiningWords: ReadonlySet<string> = new Set(['or', 'nor', 'and', '&', 'n', '/']);

/**
 * Whether the word `not` at a place ends a question in Singapore English, as in `got sunroof or not` and `can a not`.
 * It excludes nothing. In `not bmw or not audi` the second `not` excludes.
 *
 * @param words the words in lower case
 */
export function isNotAtEndOfQuestion(words: readonly string[], at: number): boolean {
  const isEnding = words[at] === 'not' && /^(?:or|a)$/.test(words[at - 1] ?? '');
  return isEnding && !words.slice(0, at - 1).some((word) => /^(?:not|no)$/.test(word));
}

const contractedBePattern = /^(?:is|are|was|were|ai)n'?t$/;
const be = /^(?:am|is|are|was|were|be|it's|its|that's|thats|which's|they're|theyre)$/;
const contractedModalPattern =
  /^(?:(?:wo|ca|should|must|would|could|need)n?'t|(?:wo|ca)nt|(?:should|must|would|could)nt|cannot)$/;
const modalVerbPattern = /^(?:will|can|should|must|would|could|may|better|need)$/;
const contractedDoPattern = /^(?:do|does|did)n'?t$/;
const doesOrDidPattern = /^(?:does|did)$/;
/** Verbs after which a negation is about the car: `won't be white`, `doesn't cost more than 80k`. */
const carVerbPattern = /^(?:be|have|has|exceed|cost|go|include|come|look|use|drink|guzzle|afford|accept|take|get)$/;
const negationCancellingPattern = /^(?:to|necessarily)$/;

/**
 * Returns how many words at a place mean the plain word `not`: `isn't`, `is not`, `won't be`, `does not have`. The
 * result is zero when the words are not a negation, and for `doesn't have to be`, which excludes nothing.
 *
 * @param words the words in lower case with straight apostrophes
 */
export function countNegationWords(words: readonly string[], at: number): number {
  const [first = '', second = '', third = '', fourth = ''] = words.slice(at, at + 4);
  if (contractedBePattern.test(first)) return negationCancellingPattern.test(second) ? 0 : 1;
  if (be.test(first) && second === 'not') return negationCancellingPattern.test(third) ? 0 : 2;
  const isContracted = contractedModalPattern.test(first) || contractedDoPattern.test(first);
  const isTwoWords = (modalVerbPattern.test(first) || doesOrDidPattern.test(first)) && second === 'not';
  if (!isContracted && !isTwoWords) return 0;
  const [verb, next] = isContracted ? [second, third] : [third, fourth];
  if (!carVerbPattern.test(verb) || negationCancellingPattern.test(next)) return 0;
  // After `needn't be white` and `need not be white`, a white car is allowed.
  if (/^need/.test(first)) return 0;
  const isExceed = verb === 'exceed';
  return (isContracted ? 1 : 2) + (isExceed ? 0 : 1);
}
