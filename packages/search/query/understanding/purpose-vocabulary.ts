import { makeEntry, type PhraseMeaning, splitPhrases, type TradeEntry } from './trade-entry.ts';

/**
 * Makes the entry of a purpose such as `for grandparents`: the filters that the purpose suggests, and whether its words
 * are searched in texts of cars.
 */
const purposeEntry = (
  phrases: string,
  is: 'remark' | 'opinion' | 'filler',
  impliedMeanings: readonly PhraseMeaning[],
): TradeEntry => ({
  phrases: splitPhrases(phrases),
  meaning: { is },
  implies: impliedMeanings,
});
const orderMeaning = (sort: string): PhraseMeaning => ({ is: 'order', sort });
const fiveSeats: PhraseMeaning = { is: 'filters', filters: [{ name: 'minSeats', value: '5' }] };
/** Means the bodies on sale whose name has one of these words, or five seats when no car on sale has such a body. */
const bodyMeaning = (words: string): PhraseMeaning => ({
  is: 'body',
  words: splitPhrases(words),
  fallbackFilters: [{ name: 'minSeats', value: '5' }],
});
const fourDoors = bodyMeaning(
  'saloon|sedan|suv|sportsutility|sportutility|crossover|mpv|minivan|peoplecarrier|peoplemover|hatchback|hatch',
);

/**
 * Phrases for the purpose of a car, and the bodies, seats or order that each purpose suggests. These phrases are a part
 * of the table in trade-vocabulary.ts.
 */
export const purposeVocabulary: readonly TradeEntry[] = [
  purposeEntry(
    'grandparents|grandparent|grandma|grandpa|grandmother|grandfather|parents|elderly parents|elderly|old parents|old folks|senior citizen|senior citizens|wheelchair',
    'remark',
    [fourDoors, fiveSeats],
  ),
  purposeEntry('uncle|auntie|aunty|lau peh|lau bu|ah gong|ah kong|ah ma|ah pa', 'filler', [fourDoors, fiveSeats]),
  purposeEntry(
    'easy to get in and out|easy to get in and out of|easy to get in|easy to get into|easy to enter|easy entry|easy access|easy ingress',
    'filler',
    [fourDoors, fiveSeats],
  ),
  purposeEntry(
    'two kids|2 kids|three kids|3 kids|two children|2 children|three children|3 children|two toddlers|toddler|toddlers|baby seat|baby seats|child seat|car seat|car seats|pram|prams|stroller|strollers',
    'filler',
    [
      fiveSeats,
      bodyMeaning(
        'estate|wagon|stationwagon|suv|sportsutility|sportutility|crossover|mpv|minivan|peoplecarrier|peoplemover',
      ),
      orderMeaning('price'),
    ],
  ),
  purposeEntry(
    'grab|grab car|grab driver|ready for grab|grab ready|gojek|gojek car|uber|phv|phv car|private hire|private hire car|private hire cars|phv ready|taxi|tada|ryde',
    'filler',
    [bodyMeaning('saloon|sedan|mpv|minivan|peoplecarrier|peoplemover'), fiveSeats, orderMeaning('depreciation')],
  ),
  {
    ...purposeEntry(
      'delivery|deliveries|delivery business|delivery work|delivery job|delivery driver|food delivery|parcel delivery|courier|lalamove|cargo|transport goods|carry goods',
      'filler',
      [{ is: 'body', words: ['van'] }],
    ),
    unlessBefore: /^(?:mileage|km|kilometres|date|day)$/,
    unlessAfter: /^(?:since|before|after|on|at)$/,
  },
  purposeEntry('opc|off peak|off peak car|off peak cars|opc car|opc cars|revised opc', 'remark', [
    orderMeaning('depreciation'),
  ]),
  purposeEntry('weekend car|weekend cars|red plate|red plates|weekend plate', 'opinion', [
    orderMeaning('depreciation'),
  ]),
  makeEntry(
    'cheaper|but cheaper|but less expensive|less expensive|but more affordable|more affordable|cheaper alternative|cheaper alternatives|cheaper alternative to|cheaper alternatives to|cheaper than|cheaper than a|cheaper than an|cheaper version of',
    { is: 'cheaper' },
  ),
];
