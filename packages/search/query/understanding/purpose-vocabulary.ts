import { makeEntry, type PhraseExceptions, type PhraseMeaning, splitPhrases, type TradeEntry } from './trade-entry.ts';

/**
 * Makes the entry of a purpose such as `for grandparents`: the filters that the purpose suggests, and whether its words
 * are searched in texts of cars.
 */
const purposeEntry = (
  phrases: string,
  is: 'remark' | 'opinion' | 'filler',
  impliedMeanings: readonly PhraseMeaning[],
  exceptions: PhraseExceptions = {},
): TradeEntry => ({ ...makeEntry(phrases, { is }, exceptions), implies: impliedMeanings });
const orderMeaning = (sort: string): PhraseMeaning => ({ is: 'order', sort });
const fiveSeats: PhraseMeaning = { is: 'filters', filters: [{ name: 'minSeats', value: '5' }] };
const cheapQuarter: PhraseMeaning = { is: 'lowest quarter', of: 'Price' };
/** Means the bodies on sale whose name has one of these words, or five seats when no car on sale has such a body. */
const bodyMeaning = (words: string): PhraseMeaning => ({
  is: 'body',
  words: splitPhrases(words),
  fallbackFilters: [{ name: 'minSeats', value: '5' }],
});
const suvs = 'suv|sportsutility|sportutility|crossover';
const mpvs = 'mpv|minivan|peoplecarrier|peoplemover';
const estates = 'estate|wagon|stationwagon';
/** Cars with high seats and wide doors, and those with a large boot. */
const highCars = bodyMeaning(`${suvs}|${mpvs}`);
const roomyCars = bodyMeaning(`${estates}|${suvs}|${mpvs}`);
const smallCars = bodyMeaning(`hatchback|hatch|${suvs}`);

/**
 * Models of hatchbacks that are made for speed, of any make: the fast versions of Mercedes-Benz, Audi and BMW, and names
 * such as GTI and Type R.
 */
const hotHatches =
  /^(?:AMG A ?\d|RS ?3 Sportback|RS ?3$|S3 Sportback|S1\b|M1\d\d|Golf R\b|Polo R\b|GR Yaris|Swift Sport|John Cooper Works|Cooper S\b|i30 N|Veloster N|Fiesta ST|Focus (?:ST|RS)|M[eé]gane R\.?S|Clio R\.?S|(?:595|695)\b)|\b(?:GTI|GTi|Type R|Cupra)\b/i;

/**
 * Phrases for the purpose of a car, and the bodies, seats or order that each purpose suggests. These phrases are a part
 * of the table in trade-vocabulary.ts.
 */
export const purposeVocabulary: readonly TradeEntry[] = [
  purposeEntry(
    'grandparents|grandparent|grandma|grandpa|grandmother|grandfather|parents|my parents|elderly parents|elderly|old parents|old folks|senior citizen|senior citizens|wheelchair|bad knees|bad knee|knee problem|walking stick',
    'remark',
    [highCars, fiveSeats, orderMeaning('price')],
    { prefers: ['easy to get in', 'high seat', 'tall doors', 'wide doors'] },
  ),
  purposeEntry('uncle|auntie|aunty|lau peh|lau bu|ah gong|ah kong|ah ma|ah pa', 'filler', [
    highCars,
    fiveSeats,
    orderMeaning('price'),
  ]),
  purposeEntry(
    'easy to get in and out|easy to get in and out of|easy to get in|easy to get into|easy to enter|easy entry|easy access|easy ingress|easy to climb in|easy to step in|high seating|high seat|high seats|tall car|high driving position',
    'filler',
    [highCars, fiveSeats, orderMeaning('price')],
    { prefers: ['easy to get in', 'high seat', 'tall doors'] },
  ),
  purposeEntry(
    'two kids|2 kids|three kids|3 kids|two children|2 children|three children|3 children|two toddlers|toddler|toddlers|baby seat|baby seats|child seat|child seats|car seat|car seats|booster seat|booster seats',
    'filler',
    [fiveSeats, roomyCars, orderMeaning('price')],
    { prefers: ['child seats', 'isofix'] },
  ),
  purposeEntry('golf|golf bag|golf bags|golf clubs|golf set|golfing', 'filler', [roomyCars, orderMeaning('price')], {
    prefers: ['golf', 'boot', 'estate', 'avant'],
    unlessAfter: /^(?:volkswagen|vw)$/,
  }),
  purposeEntry(
    'pram|prams|stroller|strollers|boot space|big boot|large boot|huge boot|biggest boot|largest boot|boot|luggage|suitcase|suitcases|big luggage|bulky|bulky items|camping|camping gear|camping trips|fishing|bicycle|bicycles|bike|bikes|surfboard|dog|dogs|big dog|pets|lots of space|cargo space|load space|ikea',
    'filler',
    [roomyCars, orderMeaning('price')],
    { prefers: ['boot', 'estate', 'avant', 'tailgate'] },
  ),
  purposeEntry(
    'easy to park|easy parking|tight parking|small carpark|tight carpark|narrow carpark|tight car park|hdb carpark|multi storey carpark|multi-storey carpark|easy to drive and park|easy to manoeuvre|easy to maneuver',
    'remark',
    [smallCars, cheapQuarter, orderMeaning('price')],
    { prefers: ['easy to park'] },
  ),
  purposeEntry('small|compact|small size|not too big|not big|not so big|smallest', 'filler', [
    smallCars,
    cheapQuarter,
    orderMeaning('price'),
  ]),
  purposeEntry(
    'malaysia|to malaysia|johor|jb|kl|penang|melaka|malacca|genting|kuala lumpur|up north|causeway|long distance|long distances|long drive|long drives|long trip|long trips|long journey|long journeys|long commute|highway|highways|expressway|north south highway|road trip|road trips|cross border|high mileage driver|drive a lot|drives a lot|travel a lot',
    'filler',
    [
      {
        is: 'filters',
        filters: [
          { name: 'fuel', value: 'hybrid' },
          { name: 'fuel', value: 'plug-in hybrid' },
          { name: 'fuel', value: 'electric' },
        ],
      },
      orderMeaning('price'),
    ],
    { prefers: ['long range', 'malaysia', 'penang', 'highway', 'litres'] },
  ),
  purposeEntry(
    'wedding|weddings|wedding car|bridal car',
    'filler',
    [bodyMeaning('convertible|cabriolet|cabrio|softtop|roadster|spider'), orderMeaning('price')],
    { prefers: ['wedding'] },
  ),
  purposeEntry(
    'grab|grab car|grab driver|ready for grab|grab ready|gojek|gojek car|uber|phv|phv car|grab phv|grab phv car|private hire|private hire car|private hire cars|phv ready|taxi|tada|ryde',
    'filler',
    [bodyMeaning(`saloon|sedan|${mpvs}`), fiveSeats, orderMeaning('depreciation')],
  ),
  purposeEntry(
    'delivery|deliveries|delivery business|delivery work|delivery job|delivery driver|food delivery|parcel delivery|courier|lalamove|cargo|transport goods|carry goods',
    'filler',
    [{ is: 'body', words: ['van'] }],
    {
      unlessBefore: /^(?:mileage|km|kilometres|date|day)$/,
      unlessAfter: /^(?:since|before|after|on|at)$/,
    },
  ),
  makeEntry(
    'opc|off peak|off peak car|off peak cars|opc car|opc cars|revised opc|weekend car|weekend cars|red plate|red plates|weekend plate|weekend car or opc|opc or weekend car',
    { is: 'filters', filters: [] },
    {
      fact: {
        words: ['opc'],
        note: 'no off-peak car',
        otherwise: [{ name: 'sort', value: 'depreciation' }],
      },
    },
  ),
  {
    ...makeEntry(
      'hot hatch|hot hatches|hot hatchback|hot hatchbacks|fast hatch|fast hatchback|sporty hatch|sporty hatchback|performance hatch|performance hatchback|sports hatch',
      {
        is: 'titles',
        title: hotHatches,
        orElse: '-power',
      },
    ),
    implies: [{ is: 'body', words: ['hatchback', 'hatch'] }],
  },
  purposeEntry(
    'zero downpayment|zero down payment|no downpayment|no down payment|0 downpayment|0 down payment|$0 downpayment|$0 down|zero down|0 down|no money down|low downpayment|low down payment|lowest downpayment|lowest down payment|small downpayment|minimum downpayment|minimum down payment|min downpayment|downpayment|down payment|no deposit|zero deposit|0 deposit|low deposit|deposit|full loan|100% loan|max loan|maximum loan|high loan|90% loan|80% loan|no cash|no cash upfront|low cash upfront|upfront',
    'filler',
    [orderMeaning('price')],
    { note: 'down payment' },
  ),
  purposeEntry(
    'loan|financing|finance|instalment|installment|instalments|installments|monthly instalment|monthly|monthly payment|no loan',
    'opinion',
    [],
  ),
  makeEntry(
    'cheaper|but cheaper|but less expensive|less expensive|but more affordable|more affordable|cheaper alternative|cheaper alternatives|cheaper alternative to|cheaper alternatives to|cheaper than|cheaper than a|cheaper than an|cheaper version of',
    { is: 'cheaper' },
  ),
];
