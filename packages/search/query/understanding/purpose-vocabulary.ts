import { type Exceptions, entry, list, type Meaning, type TradeEntry } from './trade-entry.ts';

/** A purpose such as `for grandparents`: what it suggests, and whether its words are searched in texts of cars. */
const purpose = (
  phrases: string,
  is: 'remark' | 'opinion' | 'filler',
  implies: readonly Meaning[],
  more: Exceptions = {},
): TradeEntry => ({ ...entry(phrases, { is }, more), implies });
const ordered = (sort: string): Meaning => ({ is: 'order', sort });
const fiveSeats: Meaning = { is: 'filters', filters: [{ name: 'minSeats', value: '5' }] };
const cheapQuarter: Meaning = { is: 'lowest quarter', of: 'Price' };
/** Bodies on sale with one of these words; five seats when no car on sale has such a body. */
const oneOfBodies = (words: string): Meaning => ({
  is: 'body',
  words: list(words),
  orElse: [{ name: 'minSeats', value: '5' }],
});
const suvs = 'suv|sportsutility|sportutility|crossover';
const mpvs = 'mpv|minivan|peoplecarrier|peoplemover';
const estates = 'estate|wagon|stationwagon';
/** Cars with high seats and wide doors, and those with a large boot. */
const highCars = oneOfBodies(`${suvs}|${mpvs}`);
const roomyCars = oneOfBodies(`${estates}|${suvs}|${mpvs}`);
const smallCars = oneOfBodies(`hatchback|hatch|${suvs}`);

/**
 * Models of hatchbacks that are made for speed, of any make: the fast versions of Mercedes-Benz, Audi and BMW, and names
 * such as GTI and Type R.
 */
const hotHatches =
  /^(?:AMG A ?\d|RS ?3 Sportback|RS ?3$|S3 Sportback|S1\b|M1\d\d|Golf R\b|Polo R\b|GR Yaris|Swift Sport|John Cooper Works|Cooper S\b|i30 N|Veloster N|Fiesta ST|Focus (?:ST|RS)|M[eé]gane R\.?S|Clio R\.?S|(?:595|695)\b)|\b(?:GTI|GTi|Type R|Cupra)\b/i;

/** What a car is for, and what that suggests: bodies, seats, an order. A part of the table of the trade. */
export const purposeVocabulary: readonly TradeEntry[] = [
  purpose(
    'grandparents|grandparent|grandma|grandpa|grandmother|grandfather|parents|my parents|elderly parents|elderly|old parents|old folks|senior citizen|senior citizens|wheelchair|bad knees|bad knee|knee problem|walking stick',
    'remark',
    [highCars, fiveSeats, ordered('price')],
    { prefers: ['easy to get in', 'high seat', 'tall doors', 'wide doors'] },
  ),
  purpose('uncle|auntie|aunty|lau peh|lau bu|ah gong|ah kong|ah ma|ah pa', 'filler', [
    highCars,
    fiveSeats,
    ordered('price'),
  ]),
  purpose(
    'easy to get in and out|easy to get in and out of|easy to get in|easy to get into|easy to enter|easy entry|easy access|easy ingress|easy to climb in|easy to step in|high seating|high seat|high seats|tall car|high driving position',
    'filler',
    [highCars, fiveSeats, ordered('price')],
    { prefers: ['easy to get in', 'high seat', 'tall doors'] },
  ),
  purpose(
    'two kids|2 kids|three kids|3 kids|two children|2 children|three children|3 children|two toddlers|toddler|toddlers|baby seat|baby seats|child seat|child seats|car seat|car seats|booster seat|booster seats',
    'filler',
    [fiveSeats, roomyCars, ordered('price')],
    { prefers: ['child seats', 'isofix'] },
  ),
  purpose('golf|golf bag|golf bags|golf clubs|golf set|golfing', 'filler', [roomyCars, ordered('price')], {
    prefers: ['golf', 'boot', 'estate', 'avant'],
    unlessAfter: /^(?:volkswagen|vw)$/,
  }),
  purpose(
    'pram|prams|stroller|strollers|boot space|big boot|large boot|huge boot|biggest boot|largest boot|boot|luggage|suitcase|suitcases|big luggage|bulky|bulky items|camping|camping gear|camping trips|fishing|bicycle|bicycles|bike|bikes|surfboard|dog|dogs|big dog|pets|lots of space|cargo space|load space|ikea',
    'filler',
    [roomyCars, ordered('price')],
    { prefers: ['boot', 'estate', 'avant', 'tailgate'] },
  ),
  purpose(
    'easy to park|easy parking|tight parking|small carpark|tight carpark|narrow carpark|tight car park|hdb carpark|multi storey carpark|multi-storey carpark|easy to drive and park|easy to manoeuvre|easy to maneuver',
    'remark',
    [smallCars, cheapQuarter, ordered('price')],
    { prefers: ['easy to park'] },
  ),
  purpose('small|compact|small size|not too big|not big|not so big|smallest', 'filler', [
    smallCars,
    cheapQuarter,
    ordered('price'),
  ]),
  purpose(
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
      ordered('price'),
    ],
    { prefers: ['long range', 'malaysia', 'penang', 'highway', 'litres'] },
  ),
  purpose(
    'wedding|weddings|wedding car|bridal car',
    'filler',
    [oneOfBodies('convertible|cabriolet|cabrio|softtop|roadster|spider'), ordered('price')],
    { prefers: ['wedding'] },
  ),
  purpose(
    'grab|grab car|grab driver|ready for grab|grab ready|gojek|gojek car|uber|phv|phv car|grab phv|grab phv car|private hire|private hire car|private hire cars|phv ready|taxi|tada|ryde',
    'filler',
    [oneOfBodies(`saloon|sedan|${mpvs}`), fiveSeats, ordered('depreciation')],
  ),
  purpose(
    'delivery|deliveries|delivery business|delivery work|delivery job|delivery driver|food delivery|parcel delivery|courier|lalamove|cargo|transport goods|carry goods',
    'filler',
    [{ is: 'body', words: ['van'] }],
    {
      unlessBefore: /^(?:mileage|km|kilometres|date|day)$/,
      unlessAfter: /^(?:since|before|after|on|at)$/,
    },
  ),
  entry(
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
    ...entry(
      'hot hatch|hot hatches|hot hatchback|hot hatchbacks|fast hatch|fast hatchback|sporty hatch|sporty hatchback|performance hatch|performance hatchback|sports hatch',
      {
        is: 'titles',
        title: hotHatches,
        orElse: '-power',
      },
    ),
    implies: [{ is: 'body', words: ['hatchback', 'hatch'] }],
  },
  purpose(
    'zero downpayment|zero down payment|no downpayment|no down payment|0 downpayment|0 down payment|$0 downpayment|$0 down|zero down|0 down|no money down|low downpayment|low down payment|lowest downpayment|lowest down payment|small downpayment|minimum downpayment|minimum down payment|min downpayment|downpayment|down payment|no deposit|zero deposit|0 deposit|low deposit|deposit|full loan|100% loan|max loan|maximum loan|high loan|90% loan|80% loan|no cash|no cash upfront|low cash upfront|upfront',
    'filler',
    [ordered('price')],
    { note: 'down payment' },
  ),
  purpose(
    'loan|financing|finance|instalment|installment|instalments|installments|monthly instalment|monthly|monthly payment|no loan',
    'opinion',
    [],
  ),
  entry(
    'cheaper|but cheaper|but less expensive|less expensive|but more affordable|more affordable|cheaper alternative|cheaper alternatives|cheaper alternative to|cheaper alternatives to|cheaper than|cheaper than a|cheaper than an|cheaper version of',
    { is: 'cheaper' },
  ),
];
