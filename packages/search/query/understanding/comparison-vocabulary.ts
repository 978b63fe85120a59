import type { ComparedWish } from './phrase-match.ts';
import { makeEntry, type PhraseMeaning, splitPhrases, type TradeEntry } from './trade-entry.ts';

const fillerMeaning: PhraseMeaning = { is: 'filler' };

/** Makes the entry of a comparison: its words alone, after `but` and `a bit`, and before `than`. */
function makeComparisonEntry(
  words: string,
  wish: ComparedWish,
  meaningAlone: PhraseMeaning,
  furtherPhrases = '',
): TradeEntry {
  const phrases = splitPhrases(words).flatMap((word) => [
    word,
    ...['but', 'but a bit', 'but slightly', 'but much', 'just', 'a bit', 'slightly'].map((start) => `${start} ${word}`),
    ...[
      'than',
      'than a',
      'than an',
      'than the',
      'than my',
      'than our',
      'than my current',
      'than my old',
      'car than',
    ].map((end) => `${word} ${end}`),
    ...['car than a', 'car than my', 'car than the'].map((end) => `${word} ${end}`),
  ]);
  const allPhrases = [...phrases, ...(furtherPhrases === '' ? [] : splitPhrases(furtherPhrases))].join('|');
  return makeEntry(allPhrases, { is: 'compared', wish, meaningAlone }, { isVague: true });
}

/** Words that compare cars with a named make or model. These entries are a part of the table in trade-vocabulary.ts. */
export const comparisonVocabulary: readonly TradeEntry[] = [
  makeEntry(
    'like|something like|sth like|anything like|car like|cars like|similar|similar to|similar car|alternative|alternatives|alternative to|alternatives to|comparable|comparable to|equivalent|equivalent to|rival|rivals|rival of|competitor|competitors|same class as|same kind as|same type as|or similar|or equivalent',
    { is: 'compared', wish: 'like', meaningAlone: fillerMeaning },
  ),
  makeComparisonEntry(
    'cheaper|less expensive|more affordable|lower price|lower priced',
    'cheaper',
    { is: 'quarter', of: 'Price' },
    'cheaper alternative|cheaper alternatives|cheaper alternative to|cheaper alternatives to|cheaper version of|less money|for less money|for less',
  ),
  makeEntry(
    ['same size', 'similar size', 'same sized', 'similar sized', 'similarly sized']
      .flatMap((words) =>
        ['', 'but ', 'of ', 'of the ', 'about the ', 'about ', 'but of '].map((start) => start + words),
      )
      .flatMap((words) => [words, `${words} as`, `${words} as a`, `${words} as the`, `${words} as my`, `${words} to`])
      .join('|'),
    { is: 'compared', wish: 'same size', meaningAlone: fillerMeaning },
  ),
  makeComparisonEntry('newer|more recent|younger|later model', 'newer', {
    is: 'filters',
    filters: [{ name: 'maxYearsOfUse', value: '4' }],
  }),
  makeComparisonEntry('older', 'older', fillerMeaning),
  makeComparisonEntry(
    'bigger|larger|roomier|more spacious',
    'bigger',
    fillerMeaning,
    'upgrade from|upgrade from a|upgrade from my|upgrading from|upgrading from a|upgrading from my|step up from|step up from my',
  ),
  makeComparisonEntry(
    'smaller|more compact',
    'smaller',
    fillerMeaning,
    'downsize from|downsize from a|downsize from my|downsizing from|downsizing from my|downgrade from|downgrade from my',
  ),
  makeComparisonEntry('faster|more powerful|sportier|quicker|more power', 'faster', { is: 'order', sort: '-power' }),
  makeComparisonEntry(
    'more economical|more fuel efficient|more frugal|better fuel consumption|better mileage per litre|less thirsty|cheaper to run|lower fuel consumption|save more petrol',
    'economical',
    {
      is: 'filters',
      filters: ['hybrid', 'plug-in hybrid', 'electric'].map((value) => ({ name: 'fuel', value })),
    },
  ),
  makeComparisonEntry('lower mileage|less mileage|less driven|lesser mileage|fewer km|lower km', 'driven less', {
    is: 'order',
    sort: 'mileage',
  }),
];
