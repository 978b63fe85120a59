import { entry, list, type Meaning, type TradeEntry } from './trade-entry.ts';

/** A purpose such as `for grandparents`: what it suggests, and whether its words are searched in texts of cars. */
const purpose = (phrases: string, is: 'remark' | 'opinion' | 'filler', implies: readonly Meaning[]): TradeEntry => ({
  phrases: list(phrases),
  meaning: { is },
  implies,
});
const ordered = (sort: string): Meaning => ({ is: 'order', sort });
const fiveSeats: Meaning = { is: 'filters', filters: [{ name: 'minSeats', value: '5' }] };
/** Bodies on sale with one of these words; five seats when no car on sale has such a body. */
const oneOfBodies = (words: string): Meaning => ({
  is: 'body',
  words: list(words),
  orElse: [{ name: 'minSeats', value: '5' }],
});
const fourDoors = oneOfBodies(
  'saloon|sedan|suv|sportsutility|sportutility|crossover|mpv|minivan|peoplecarrier|peoplemover|hatchback|hatch',
);

/** What a car is for, and what that suggests: bodies, seats, an order. A part of the table of the trade. */
export const purposeVocabulary: readonly TradeEntry[] = [
  purpose(
    'grandparents|grandparent|grandma|grandpa|grandmother|grandfather|parents|elderly parents|elderly|old parents|old folks|senior citizen|senior citizens|wheelchair',
    'remark',
    [fourDoors, fiveSeats],
  ),
  purpose('uncle|auntie|aunty|lau peh|lau bu|ah gong|ah kong|ah ma|ah pa', 'filler', [fourDoors, fiveSeats]),
  purpose(
    'easy to get in and out|easy to get in and out of|easy to get in|easy to get into|easy to enter|easy entry|easy access|easy ingress',
    'filler',
    [fourDoors, fiveSeats],
  ),
  purpose(
    'two kids|2 kids|three kids|3 kids|two children|2 children|three children|3 children|two toddlers|toddler|toddlers|baby seat|baby seats|child seat|car seat|car seats|pram|prams|stroller|strollers',
    'filler',
    [
      fiveSeats,
      oneOfBodies(
        'estate|wagon|stationwagon|suv|sportsutility|sportutility|crossover|mpv|minivan|peoplecarrier|peoplemover',
      ),
      ordered('price'),
    ],
  ),
  purpose(
    'grab|grab car|grab driver|ready for grab|grab ready|gojek|gojek car|uber|phv|phv car|private hire|private hire car|private hire cars|phv ready|taxi|tada|ryde',
    'filler',
    [oneOfBodies('saloon|sedan|mpv|minivan|peoplecarrier|peoplemover'), fiveSeats, ordered('depreciation')],
  ),
  {
    ...purpose(
      'delivery|deliveries|delivery business|delivery work|delivery job|delivery driver|food delivery|parcel delivery|courier|lalamove|cargo|transport goods|carry goods',
      'filler',
      [{ is: 'body', words: ['van'] }],
    ),
    unlessBefore: /^(?:mileage|km|kilometres|date|day)$/,
    unlessAfter: /^(?:since|before|after|on|at)$/,
  },
  purpose('opc|off peak|off peak car|off peak cars|opc car|opc cars|revised opc', 'remark', [ordered('depreciation')]),
  purpose('weekend car|weekend cars|red plate|red plates|weekend plate', 'opinion', [ordered('depreciation')]),
  entry(
    'cheaper|but cheaper|but less expensive|less expensive|but more affordable|more affordable|cheaper alternative|cheaper alternatives|cheaper alternative to|cheaper alternatives to|cheaper than|cheaper than a|cheaper than an|cheaper version of',
    { is: 'cheaper' },
  ),
];
