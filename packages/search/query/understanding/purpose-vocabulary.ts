import { depreciationOrder, statementPrefix, synonymSign } from '../page-by-preference.ts';
import { makeEntry, type PhraseExceptions, type PhraseMeaning, splitPhrases, type TradeEntry } from './trade-entry.ts';

/**
 * Makes the entry of a purpose such as `for grandparents`: the filters that the purpose suggests, and whether its words
 * are searched in texts of cars.
 */
const makePurposeEntry = (
  phrases: string,
  is: 'remark' | 'opinion' | 'filler',
  impliedMeanings: readonly PhraseMeaning[],
  exceptions: PhraseExceptions = {},
): TradeEntry => ({ ...makeEntry(phrases, { is }, exceptions), impliedMeanings });
const makeOrderMeaning = (sort: string): PhraseMeaning => ({ is: 'order', sort });
const fiveSeatsMeaning: PhraseMeaning = { is: 'filters', filters: [{ name: 'minSeats', value: '5' }] };
/**
 * Makes the meaning of a body: the bodies on sale whose name has one of these words, or five seats when no car on sale
 * has such a body.
 */
const makeBodyMeaning = (words: string): PhraseMeaning => ({
  is: 'body',
  words: splitPhrases(words),
  fallbackFilters: [{ name: 'minSeats', value: '5' }],
});
const mpvWords = 'mpv|minivan|peoplecarrier|peoplemover';
/**
 * Words of descriptions for a large boot. For example, `boot floor worn` and `boot liner` say nothing about the size of
 * the boot.
 */
const bootPhrases = 'big boot';
/** Dogs, for which a large boot is needed. `boxer` alone is an engine. */
const dogBreeds = [
  ...'golden retriever|retriever|goldie|labrador|lab dog|husky|siberian husky|german shepherd|shepherd|alsatian|rottweiler|doberman|dobermann|great dane|dalmatian|malinois|samoyed|akita|collie|border collie|boxer dog|bernese|bernese mountain dog|old english sheepdog|sheepdog|newfoundland dog|saint bernard|mastiff|greyhound|pitbull|weimaraner|setter|pointer dog|malamute|chow chow|labradoodle|goldendoodle'
    .split('|')
    .flatMap((breed) => [breed, `${breed}s`]),
  ...'corgi|welsh corgi|poodle|toy poodle|shih tzu|shihtzu|maltese|pomeranian|chihuahua|pug|french bulldog|english bulldog|bulldog|frenchie|dachshund|schnauzer|mini schnauzer|mini poodle|mini dachshund|terrier|jack russell|yorkie|yorkshire terrier|beagle|spaniel|cocker spaniel|cavalier|japanese spitz|spitz|shiba|shiba inu|singapore special|whippet|furkid|fur kid|furry friend|puppy|doggo'
    .split('|')
    .flatMap((breed) => [breed, `${breed}s`]),
  ...'furkids|fur kids|fur baby|fur babies|puppies|doggos|huskies|chinese crested'.split('|'),
  ...'brown|black|white|big|large|small|two|2|three|3'.split('|').flatMap((word) => [`${word} dog`, `${word} dogs`]),
].join('|');
/**
 * The names of a place that descriptions have. Names of two letters are left out, because other words begin with them.
 */
const joinNamesInDescriptions = (names: string): string =>
  splitPhrases(names)
    .filter((name) => name.length > 2)
    .join(synonymSign);
/** Places beyond the Causeway, to which every car drives without a stop. */
const nearPlaces: readonly string[] = ['jb|johor|johor bahru|johore', 'legoland', 'forest city', 'kukup'];
/** Places in Malaysia to which buyers drive, with their spellings in descriptions. */
const malaysianPlaces: readonly string[] = [
  'malacca|melaka',
  'kuala lumpur|kl',
  'penang|georgetown|pinang',
  'genting|genting highlands',
  'cameron highlands|cameron|camerons',
  ...'ipoh|kuantan|desaru|port dickson|muar|batu pahat|kluang|mersing|tioman|kota tinggi|seremban|langkawi|terengganu|kelantan|selangor|sekinchan|fraser hill|klang'.split(
    '|',
  ),
];
const cheapestFirstMeanings = [makeOrderMeaning('price')];
/** Words for what a van carries for work, after a verb such as `fetch`. */
const loadPhrases = splitPhrases(
  'goods|food|stock|stocks|cargo|vegetables|fish|fruits|groceries|furniture|equipment|materials|parcels',
);
const verbsOfLoads = splitPhrases('fetch|can fetch|carry|can carry|deliver|load|ferry|move|bring|send|transport');
/** Three children's seats side by side. */
const threeChildSeatPhrases = ['3', 'three', '3x', '3 x']
  .flatMap((countWord) =>
    'child seats|child seat|baby seats|baby seat|car seats|car seat|booster seats|isofix|isofix points|isofix seats|isofix mounts|child car seats'
      .split('|')
      .map((seats) => `${countWord} ${seats}`),
  )
  .join('|');

/**
 * Models of hatchbacks that are made for speed, of any make: the fast versions of Mercedes-Benz, Audi and BMW, and names
 * such as GTI and Type R.
 */
const hotHatchPattern =
  /^(?:AMG A ?\d|RS ?3 Sportback|RS ?3$|S3 Sportback|S1\b|M1\d\d|Golf R\b|Polo R\b|GR Yaris|Swift Sport|John Cooper Works|Cooper S\b|i30 N|Veloster N|Fiesta ST|Focus (?:ST|RS)|M[eé]gane R\.?S|Clio R\.?S|(?:595|695)\b)|\b(?:GTI|GTi|Type R|Cupra)\b/i;

/** Models of the upper middle class and above, of any make, such as the E-Class, 5 Series, A6 and ES. */
const executiveCarPattern =
  /^(?:(?:(?:AMG|Maybach) )?(?:E ?\d{2,3}|S ?\d{3}|CLS|EQ[ES])|(?:RS ?)?A[678]\b|M?[57]\d\d(?:L?[dei])|i[57]\b|[EGL]S ?\d{3}|S[89]0\b|Ghost|Phantom|Flying Spur|Mulsanne|Panamera|Model S\b|Camry|Crown|X[FJ]\b|G[89]0\b|Teana|Accord)/i;

/**
 * Phrases for the purpose of a car, and the bodies, seats or order that each purpose suggests. These phrases are a part
 * of the table in trade-vocabulary.ts.
 */
export const purposeVocabulary: readonly TradeEntry[] = [
  // A situation puts fitting cars first and excludes no car (car-traits.ts).
  makePurposeEntry(
    'silver hair parents|silver haired parents|silver hair|silver haired|grey haired parents|white haired parents|grey hair|white hair|silver generation|pioneer generation|merdeka generation|golden years|golden age|grandparents|grandparent|grandma|grandpa|grandmother|grandfather|parents|my parents|elderly parents|elderly|old parents|old folks|senior citizen|senior citizens|bad knees|bad knee|knee problem|knee pain|knees|bad back|back pain|walking stick|walking frame|walker|aged parents|parents in law',
    'filler',
    cheapestFirstMeanings,
    { preferredPhrases: ['is:high', 'easy to get in', 'high seat', 'tall doors', 'grandparents'] },
  ),
  makePurposeEntry(
    'wheelchair|wheelchairs|wheel chair|wheelchair bound|wheelchair user',
    'remark',
    cheapestFirstMeanings,
    {
      preferredPhrases: ['is:roomy', 'is:high', 'walking frame'],
      reportsUnstated: true,
    },
  ),
  makePurposeEntry('uncle|auntie|aunty|lau peh|lau bu|ah gong|ah kong|ah ma|ah pa', 'filler', cheapestFirstMeanings, {
    preferredPhrases: ['is:high'],
  }),
  makePurposeEntry(
    'ground clearance|high ground clearance|good ground clearance|more ground clearance|easy to get in and out|easy to get in and out of|easy to get in|easy to get into|easy to enter|easy entry|easy access|easy ingress|easy to climb in|easy to climb|easy to step in|high seating|high seat|high seats|tall car|high driving position|sit high|high up|tall people|tall person|tall driver|tall guy|6 footer|headroom|head room',
    'filler',
    cheapestFirstMeanings,
    { preferredPhrases: ['is:high', 'easy to get in', 'high seat', 'tall doors'] },
  ),
  makePurposeEntry(
    'two kids|2 kids|three kids|3 kids|two children|2 children|three children|3 children|two toddlers|toddler|toddlers|baby seat|baby seats|child seat|child seats|car seat|car seats|booster seat|booster seats|isofix|baby|babies|newborn|newborns|newborn baby|newborn coming|new born|infant|baby coming|baby on the way|new baby|expecting|expecting a baby|pregnant|pregnant wife|wife pregnant|wife is pregnant|confinement|breastfeeding',
    'filler',
    [fiveSeatsMeaning, makeOrderMeaning('price')],
    { preferredPhrases: ['is:roomy', 'child seats', 'isofix'] },
  ),
  makePurposeEntry(threeChildSeatPhrases, 'filler', [fiveSeatsMeaning, makeOrderMeaning('price')], {
    preferredPhrases: [`${statementPrefix}three isofix`, 'is:roomy', 'isofix'],
  }),
  // When the text gives a number of items to carry, the description of a suitable car states it.
  ...['two', 'three'].flatMap((count, index) =>
    makePurposeEntry(
      ['golf bags', 'golf sets', 'sets of golf clubs', 'golf bag']
        .flatMap((load) => [`${count} ${load}`, `${index + 2} ${load}`])
        .join('|'),
      'filler',
      cheapestFirstMeanings,
      { preferredPhrases: [`${statementPrefix}${count} golf bags`, 'is:roomy', bootPhrases] },
    ),
  ),
  makePurposeEntry('golf|golfing|golf kaki', 'filler', cheapestFirstMeanings, {
    preferredPhrases: ['is:roomy', 'golf bags', bootPhrases],
    unlessAfter: /^(?:volkswagen|vw)$/,
  }),
  makePurposeEntry('golf bag|golf bags|golf clubs|golf set|golf sets', 'filler', cheapestFirstMeanings, {
    preferredPhrases: [`${statementPrefix}golf bags`, 'is:roomy', bootPhrases],
    unlessAfter: /^(?:volkswagen|vw)$/,
  }),
  makePurposeEntry(
    'pram|prams|stroller|strollers|boot space|big boot|large boot|huge boot|biggest boot|largest boot|bigger boot|spacious boot|boot|luggage|suitcase|suitcases|big luggage|bulky|bulky items|camping|camping gear|camping trips|fishing|bicycle|bicycles|bike|bikes|surfboard|dog|dogs|big dog|pets|lots of space|spacious|roomy|more space|plenty of space|legroom|leg room|rear legroom|rear leg room|rear seat space|rear space|back seat space|cargo space|load space|ikea|tools|carry tools|put tools|tool box|tool boxes|toolbox|toolboxes|ladder',
    'filler',
    cheapestFirstMeanings,
    { preferredPhrases: ['is:roomy', bootPhrases] },
  ),
  // When no description states these features, MPVs have them.
  makePurposeEntry(
    'sliding door|sliding doors|automatic sliding door|automatic sliding doors|auto sliding door|auto sliding doors|power sliding door|power sliding doors|electric sliding door|electric sliding doors',
    'remark',
    [makeBodyMeaning(mpvWords), ...cheapestFirstMeanings],
    { reportsUnstated: true },
  ),
  makePurposeEntry(dogBreeds, 'filler', cheapestFirstMeanings, { preferredPhrases: ['is:roomy', bootPhrases] }),
  makePurposeEntry(
    'park at hdb|hdb car park|hdb parking|car park at hdb|carpark at hdb|long car cannot|cannot too long|car not too long|not too long|no long car|short car|easy to park|easy park|easy parking|easier to park|easier parking|can park easily|park easily|simple to park|easy to parallel park|tight parking|small carpark|tight carpark|narrow carpark|tight car park|hdb carpark|multi storey carpark|multi-storey carpark|easy to drive and park|easy to manoeuvre|easy to maneuver',
    'remark',
    cheapestFirstMeanings,
    { preferredPhrases: ['is:small', 'easy to park'] },
  ),
  makePurposeEntry(
    'small|compact|small size|not too big|not big|not so big|smallest|kei car|kei cars|mini car|narrow road|narrow roads',
    'filler',
    cheapestFirstMeanings,
    { preferredPhrases: ['is:small'] },
  ),
  // The cheapest first car may have some months of COE left, so the cost a year decides.
  makePurposeEntry(
    'learn in|learn to drive|learn driving|learning to drive|to learn in|teach driving|driving lessons|practise driving|practice driving|probation|probation driver|probation plate|triangle plate|first car|my first car|1st car|starter car|starter cars|starter|beginner car|first timer|first time buyer|first time buying|first time buying car|first time car buyer|first time owner|first time driver|new driver|new drivers|beginner|beginners|p plate|probationary licence|probationary license|probation licence|probation license|probationary driver|probationary plate|p plater|probation plate|student|fresh grad|fresh graduate|just got licence|just got license|just passed driving|learner|newbie|newbie driver|noob|noob driver|new to driving|just got my licence|just got my license|fresh driver|fresh drivers|fresh license|fresh licence|just passed my driving|just passed|just pass|just passed my driving test|passed my driving test|just passed tp|passed tp|new license|new licence|inexperienced|inexperienced driver|not confident driver|lousy driver|nervous driver|for learning|learn driving',
    'filler',
    cheapestFirstMeanings,
    { preferredPhrases: ['is:small', depreciationOrder] },
  ),
  ...nearPlaces.map((names) => makePlaceEntry(names, [])),
  ...malaysianPlaces.map((names) => makePlaceEntry(names, ['is:frugal', 'is:far'])),
  makePurposeEntry(
    'malaysia|to malaysia|malaysia trip|malaysia trips|balik kampung|thailand|hatyai|hat yai|up north|causeway|second link|tuas second link|long distance|long distances|long drive|long drives|long trip|long trips|long journey|long journeys|long commute|highway|highways|expressway|north south highway|road trip|road trips|cross border|high mileage driver|drive a lot|drives a lot|travel a lot|pump petrol in jb',
    'filler',
    cheapestFirstMeanings,
    { preferredPhrases: ['is:frugal', 'is:far', 'johor', 'penang', 'highway'] },
  ),
  {
    ...makeEntry(
      'executive|executive car|executive cars|exec car|exec|boss car|towkay car|director|director car|company director|ceo|ceo car|chairman|vip car|chauffeur driven|chauffeur car',
      { is: 'titles', title: executiveCarPattern, fallbackOrder: '-price' },
      { note: 'luxury', unlessBefore: /^(?:lounge|seats?|class)$/ },
    ),
    impliedMeanings: [makeOrderMeaning('-price')],
  },
  makePurposeEntry(
    'wedding|weddings|wedding car|bridal car',
    'filler',
    [makeBodyMeaning('convertible|cabriolet|cabrio|softtop|roadster|spider'), makeOrderMeaning('price')],
    { preferredPhrases: ['wedding'] },
  ),
  makePurposeEntry(
    'grab|grab car|grab driver|ready for grab|grab ready|gojek|gojek car|uber|phv|phv car|grab phv|grab phv car|private hire|private hire car|private hire cars|phv ready|taxi|tada|ryde',
    'filler',
    [makeBodyMeaning(`saloon|sedan|${mpvWords}`), fiveSeatsMeaning, makeOrderMeaning('depreciation')],
    { note: 'private hire' },
  ),
  makePurposeEntry(
    [
      ...'bakery|flower|flowers|florist|cake|food|parcel|catering|furniture|goods|laundry|grocery|fish|vegetable|fruit|durian|ice|ice cream|orange juice|milk|bread'
        .split('|')
        .flatMap((goods) => [`${goods} delivery`, `${goods} deliveries`, `${goods} business`]),
      ...verbsOfLoads.flatMap((verb) => loadPhrases.map((load) => `${verb} ${load}`)),
      ...'hawker|hawkers|hawker stall|hawker work|food stall|market stall|market stalls|stall|stalls|stallholder|wet market|to the market|to market|provision shop|minimart|catering|renovation business|contractor|handyman|plumber|electrician|aircon servicing|hawker business|night market|pasar malam'.split(
        '|',
      ),
    ].join('|') +
      '|delivery|deliveries|delivery business|delivery work|delivery job|delivery driver|food delivery|parcel delivery|courier|lalamove|cargo',
    'filler',
    [{ is: 'body', words: ['van'] }],
    {
      unlessBefore: /^(?:mileage|km|kilometres|date|day)$/,
      unlessAfter: /^(?:since|before|after|on|at)$/,
    },
  ),
  makeEntry(
    'commercial vehicle|commercial vehicles|commercial car|commercial cars|commercial van|goods vehicle|goods vehicles|light goods vehicle|lgv|work van|work vehicle',
    { is: 'body', words: ['van', 'lorry', 'pickup', 'truck'] },
  ),
  makeEntry(
    'opc|off peak|off peak car|off peak cars|opc car|opc cars|revised opc|red plate|red plates|weekend plate|weekend car or opc|opc or weekend car',
    { is: 'filters', filters: [] },
    {
      fact: {
        words: ['opc'],
        note: 'no off-peak car',
        fallbackFilters: [{ name: 'sort', value: 'depreciation' }],
        // An off-peak car is bought for its low cost a year.
        filtersIfAlone: [{ name: 'sort', value: 'depreciation' }],
      },
    },
  ),
  makePurposeEntry(
    'fun car|fun cars|fun ride|fun|weekend drive|weekend drives|shiok|syok|song to drive|shiok to drive|shiok car|shiok ride|joy to drive|driver car|drivers car|exciting|exciting car|thrill|thrilling|midlife crisis|mid life crisis|spirited drive|spirited driving|carve corners',
    'filler',
    cheapestFirstMeanings,
    {
      preferredPhrases: ['is:fun'],
    },
  ),
  // Together with `OPC`, `weekend car` means only the off-peak car. Alone, `weekend car` may also be a car for
  // pleasure.
  makeEntry(
    'weekend car|weekend cars|weekend ride|weekend toy|weekend fun car|sunday car|fun weekend car',
    { is: 'filters', filters: [] },
    {
      preferredPhrases: ['is:fun'],
      unlessBefore: /^(?:opc|plate|plates|off|red|scheme)$/,
      unlessAfter: /^(?:opc|plate|peak|plates)$/,
      fact: { words: ['opc'], note: 'no off-peak car', fallbackFilters: [] },
    },
  ),
  {
    ...makeEntry(
      'ah beng|ah beng car|ah beng cars|beng car|ah lian|ah lian car|hot hatch|hot hatches|hot hatchback|hot hatchbacks|fast hatch|fast hatchback|sporty hatch|sporty hatchback|performance hatch|performance hatchback|sports hatch',
      {
        is: 'titles',
        title: hotHatchPattern,
        fallbackOrder: '-power',
      },
    ),
    impliedMeanings: [{ is: 'body', words: ['hatchback', 'hatch'] }],
  },
  makePurposeEntry(
    'zero downpayment|zero down payment|no downpayment|no down payment|0 downpayment|0 down payment|$0 downpayment|$0 down|zero down|0 down|no money down|low downpayment|low down payment|lowest downpayment|lowest down payment|small downpayment|minimum downpayment|minimum down payment|min downpayment|downpayment|down payment|no deposit|zero deposit|0 deposit|low deposit|deposit|full loan|100% loan|max loan|maximum loan|high loan|90% loan|80% loan|no cash|no cash upfront|low cash upfront|upfront',
    'filler',
    [makeOrderMeaning('price')],
    { note: 'down payment' },
  ),
  makePurposeEntry(
    'loan|financing|finance|instalment|installment|instalments|installments|monthly instalment|monthly|monthly payment|no loan',
    'opinion',
    [],
  ),
];

/**
 * A place to which the buyer drives. Cars whose descriptions name the place come first, and then the cars with the
 * traits.
 */
function makePlaceEntry(names: string, traits: readonly string[]): TradeEntry {
  return makePurposeEntry(
    splitPhrases(names)
      .flatMap((name) => [name, `to ${name}`, `up ${name}`, `${name} trip`, `${name} trips`])
      .join('|'),
    'filler',
    cheapestFirstMeanings,
    { preferredPhrases: [...traits, statementPrefix + joinNamesInDescriptions(names)] },
  );
}
