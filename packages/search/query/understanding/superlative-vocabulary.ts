import { makeEntry, makeFiltersEntry, type TradeEntry } from './trade-entry.ts';

/** Words for a low depreciation: `cheap depre` does not mean a cheap car. */
const lowDepreciationPhrases = ['low', 'lower', 'cheap', 'small', 'good', 'affordable', 'reasonable', 'nice']
  .flatMap((word) =>
    ['depreciation', 'depre', 'dep', 'annual depreciation', 'annual depre', 'yearly depreciation', 'yearly cost'].map(
      (noun) => `${word} ${noun}`,
    ),
  )
  .join('|');

const highWords = [
  'high',
  'higher',
  'highest',
  'good',
  'big',
  'bigger',
  'large',
  'largest',
  'most',
  'great',
  'best',
  'decent',
];
const lowWords = ['low', 'lower', 'lowest', 'small', 'smaller', 'smallest', 'little', 'least'];
const nounsByFigure = {
  Omv: 'omv|omv value|open market value',
  Arf: 'arf|arf paid',
  // A car is worth at least its PARF rebate on paper.
  Parf: 'parf|parf rebate|parf rebates|parf value|paper value|paper|scrap value|scrap rebate|dereg|dereg value|deregistration value|body value|export value',
} as const;

/** The entries of a high and of a low figure of a car: `high paper value`, `low omv`. */
const figureEntries: readonly TradeEntry[] = (['Omv', 'Arf', 'Parf'] as const).flatMap((figure) =>
  (
    [
      ['high', highWords],
      ['low', lowWords],
    ] as const
  ).map(([side, words]) =>
    makeEntry(
      words.flatMap((word) => nounsByFigure[figure].split('|').map((noun) => `${word} ${noun}`)).join('|'),
      { is: 'quarter', of: `${side} ${figure}` },
      { unlessBefore: /^(?:bags?|\d|\$)/ },
    ),
  ),
);

function makeNegatedPhrases(...names: readonly string[]): string {
  const negations = ['no', 'not', 'non', 'not a', 'dont want', "don't want", 'dun want', 'except', 'avoid'];
  return negations.flatMap((negation) => names.map((name) => `${negation} ${name}`)).join('|');
}

/**
 * Words for the extreme of a figure, which set the order of the cars. These entries are a part of the table in
 * trade-vocabulary.ts.
 */
export const superlativeVocabulary: readonly TradeEntry[] = [
  makeEntry(lowDepreciationPhrases, { is: 'quarter', of: 'Depreciation' }),
  ...figureEntries,
  // Passenger cars have a COE of category A or B.
  makeFiltersEntry(makeNegatedPhrases('cat b', 'category b', 'cat b coe', 'cat b car', 'cat b cars'), [
    ['coeCategory', 'A'],
  ]),
  makeFiltersEntry(makeNegatedPhrases('cat a', 'category a', 'cat a coe', 'cat a car', 'cat a cars'), [
    ['coeCategory', 'B'],
  ]),
  // An engine of up to 1.6 litres is small.
  makeFiltersEntry(
    'small engine|smaller engine|small engines|small cc|low cc|small capacity|low capacity|small displacement|small engine capacity|low engine capacity|tiny engine',
    [['maxEngineCc', '1600']],
    { isVague: true },
  ),
  makeFiltersEntry(
    'big engine|bigger engine|large engine|larger engine|huge engine|big cc|high cc|large capacity|large displacement|big engine capacity|large engine capacity',
    [['minEngineCc', '2000']],
    { isVague: true },
  ),
  makeEntry(
    'cheapest|which cheaper|which is cheaper|which one cheaper|which one is cheaper|whichever cheaper|whichever is cheaper|which cheapest|lowest price|lowest priced|lowest cost|cheapest price|least expensive',
    {
      is: 'order',
      sort: 'price',
    },
  ),
  makeEntry(
    'lowest depreciation|lowest depre|lowest dep|least depreciation|lowest yearly cost|cheapest depreciation|cheapest depre|best depreciation|best depre|smallest depreciation|lowest annual depreciation|lowest annual depre|cheapest to own|cheapest to keep|cheapest yearly cost|lowest cost of ownership|cheapest cost of ownership|lowest cost to own|holds value|hold value|hold its value|holds its value|hold their value|hold their value best|holds its value best|hold value best|hold value well|holds value well|keeps its value|keep its value|keep their value|keep value|retain value|retains value|retain their value|retains its value|value retention|depreciate least|depreciates least|depreciate slowly|depreciates slowly|slow depreciation|lose least value|loses least value|lose the least value|loses the least value|best residual value|good residual value|best value retention|good resale value|best resale value|resale value',
    { is: 'order', sort: 'depreciation' },
  ),
  makeEntry('most expensive|priciest|highest price|dearest', { is: 'order', sort: '-price' }),
  makeEntry('newest|latest|newest model|latest model|most recent|youngest', { is: 'order', sort: '-year' }),
  makeEntry(
    'just listed|newly listed|new arrival|new arrivals|latest arrivals|latest listing|latest listings|new listing|new listings|newest listing|newest listings|recently listed|recently posted|just posted|newly posted|fresh listings|new stock|just in|just came in|listed today|posted today|listed this week|just listed today|added today|latest ads',
    { is: 'order', sort: 'newest' },
  ),
  makeEntry(
    'oldest|oldest car|oldest cars|old model|old models|older model|older models|oldest model|old shape|older shape|previous model|previous shape|previous generation|old generation|older generation|previous gen|old gen|vintage|vintage car|vintage cars|classic|classic car|classic cars|old school|retro',
    { is: 'order', sort: 'year' },
  ),
  makeEntry(
    'lowest mileage|lowest milage|least mileage|least driven|lowest km|least km|fewest km|lowest odometer|smallest mileage',
    { is: 'order', sort: 'mileage' },
  ),
  makeEntry('highest mileage|most mileage', { is: 'order', sort: '-mileage' }),
  makeEntry(
    'longest coe|longest coe left|most coe|most coe left|longest remaining coe|highest coe left|most remaining coe|longest balance coe|highest coe|highest coe balance|freshest coe',
    { is: 'order', sort: '-coe' },
  ),
  makeEntry(
    'most powerful|strongest|fastest|most power|highest power|highest horsepower|most horsepower|most hp|highest hp|highest bhp|quickest|sporty|powerful|fast|quick|high performance|fun to drive|strong engine|fast car|fast cars|powerful car|track car|track day|track day car|track toy|race car|acceleration|good acceleration|pick up power',
    { is: 'order', sort: '-power' },
  ),
  makeEntry(
    'cheapest road tax|lowest road tax|least road tax|low road tax|cheap road tax|small road tax|cheapest roadtax|low tax|low tax car|cheap tax|cheapest tax|lowest tax|low roadtax|lowest roadtax|cheap roadtax',
    { is: 'order', sort: 'roadTax' },
  ),
  makeEntry(
    'lowest instalment|lowest installment|lowest monthly instalment|lowest monthly installment|cheapest instalment|cheapest installment|cheapest monthly instalment|cheapest monthly installment|cheapest monthly payment|lowest monthly payment|cheapest monthly|lowest monthly|low instalment|low installment|low monthly instalment|low monthly payment|low monthly',
    { is: 'order', sort: 'instalment' },
    { note: 'instalment' },
  ),
  makeFiltersEntry('least owners|fewest owners|fewest owner|least owner|lowest owners|lowest number of owners', [
    ['owners', '1'],
  ]),
  makeFiltersEntry(
    'best range|longest range|most range|furthest range|highest range|biggest range|biggest battery|largest battery|furthest driving range',
    [['fuel', 'electric']],
    {
      preferredPhrases: ['is:far', 'long range'],
      unlessBefore: /^rover$/,
    },
  ),
  makeEntry(
    'long range|long driving range|good range|good driving range|great range|decent range|high range|big range|far range|further range|longer range|better range|long distance range|can go far|go far|travel far|drive far|far distance',
    { is: 'filler' },
    { preferredPhrases: ['is:far', 'long range'], unlessBefore: /^rover$/ },
  ),
  {
    ...makeEntry(
      'big battery|large battery|bigger battery|larger battery|huge battery|high capacity battery|big battery pack|range anxiety|no range anxiety|charge once a week|charging once a week|charge weekly|charge only once a week|charge once per week|charge less often|dont need to charge often|dun need charge often|no need to charge often|no need charge often|less charging|seldom charge|charge every week|one charge a week',
      { is: 'filler' },
      { preferredPhrases: ['is:far', 'long range'] },
    ),
    impliedMeanings: [{ is: 'filters', filters: [{ name: 'fuel', value: 'electric' }] }],
  },
];
