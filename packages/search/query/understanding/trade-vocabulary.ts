import { renewedCoeWord } from '@carhouse/domain/car/coe';
import { lowYearlyMileage } from '@carhouse/domain/car/yearly-mileage';
import type { Filter } from './phrase-match.ts';

/** What a phrase of the trade means. */
export type Meaning =
  | { readonly is: 'filters'; readonly filters: readonly Filter[] }
  /**
   * All body types on sale whose name contains one of these words. `alternativeFilters` has the filters for the case that no car on
   * sale has such a body. Without `alternativeFilters`, the first word is then the value.
   */
  | { readonly is: 'body'; readonly words: readonly string[]; readonly orElse?: readonly Filter[] }
  /**
   * All colours on sale whose name contains one of these words. When there is no such colour, the first word is the
   * value.
   */
  | { readonly is: 'colour'; readonly words: readonly string[] }
  /** Those of the listed makes that are on sale. When none of them is on sale, the first make is the value. */
  | { readonly is: 'makes'; readonly makes: readonly string[] }
  /**
   * The models of a make that are on sale and whose title matches. When there is no such model, the search finds
   * nothing.
   */
  | { readonly is: 'models'; readonly make: string; readonly title: RegExp }
  /** The lowest quarter of the values among the cars that match all other filters. */
  | { readonly is: 'lowest quarter'; readonly of: 'Price' | 'Depreciation' }
  /** Cars that cost less than the make or model that the text names. Without such a name: the lowest quarter. */
  | { readonly is: 'cheaper' }
  /** A sort order of the results. */
  | { readonly is: 'order'; readonly sort: string }
  /** A remark such as `well maintained`. A remark is searched as text, and left out when no matching car has it. */
  | { readonly is: 'remark' }
  /**
   * An opinion or a plan such as `reliable`, which no field of a listing can confirm. An opinion is left out of the
   * search, and the user is notified.
   */
  | { readonly is: 'opinion' }
  /** A word without a meaning for the search. */
  | { readonly is: 'filler' };

/** Phrases with one meaning, and the words before or after them that change the meaning. */
export type TradeEntry = {
  readonly phrases: readonly string[];
  readonly meaning: Meaning;
  readonly unlessBefore?: RegExp;
  readonly unlessAfter?: RegExp;
  /** What the phrase suggests. It counts only where the text has no filter of the same kind. */
  readonly implies?: readonly Meaning[];
  /** A remark that is searched besides the filters, and left out when no matching car has it. */
  readonly searchedAs?: string;
};

type Exceptions = Pick<TradeEntry, 'unlessBefore' | 'unlessAfter'>;

const list = (text: string): readonly string[] => text.split('|').map((phrase) => phrase.trim());
const entry = (phrases: string, meaning: Meaning, exceptions: Exceptions = {}): TradeEntry => ({
  phrases: list(phrases),
  meaning,
  ...exceptions,
});
const filters = (phrases: string, pairs: readonly (readonly [Filter['name'], string])[], exceptions: Exceptions = {}) =>
  entry(phrases, { is: 'filters', filters: pairs.map(([name, value]) => ({ name, value })) }, exceptions);
const body = (phrases: string, words: string, orElse?: readonly Filter[]) =>
  entry(phrases, { is: 'body', words: list(words), ...(orElse === undefined ? {} : { orElse }) });
const colour = (phrases: string, words = phrases) =>
  entry(phrases, { is: 'colour', words: list(words) }, unlessNotPaint);
const makes = (phrases: string, names: string) => entry(phrases, { is: 'makes', makes: list(names) });
const models = (phrases: string, make: string, title: RegExp) => entry(phrases, { is: 'models', make, title });
const opinionEntry = (phrases: string) => entry(phrases, { is: 'opinion' });
const remarkEntry = (phrases: string) => entry(phrases, { is: 'remark' });
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

/** Nouns after a colour which show that the colour is not the colour of the car. */
const unlessNotPaint: Exceptions = {
  unlessBefore:
    /^(?:interiors?|leather|seats?|roof|rims?|wheels?|top|trim|upholstery|calipers?|stitching|plate|headliner|carpet|edition|series|badge|line|accents?|pack)$/,
};
const unlessPowered: Exceptions = {
  unlessBefore:
    /^(?:seats?|tailgate|boot|sunroof|roof|windows?|mirrors?|doors?|blinds?|steering|folding|parking|brake)$/,
  unlessAfter: /^(?:mild|semi|non)$/,
};
const unlessOperated: Exceptions = {
  unlessBefore:
    /^(?:park|parking|hold|lights?|headlights?|headlamps?|tailgate|boot|pilot|cruise|aircon|wipers?|mode|book|climate|doors?|start)$/,
};
const unlessTradeService: Exceptions = { unlessBefore: /^(?:hire|maintained|serviced|plate|warranty|workshop)$/ };
const owners = (phrases: string, ...counts: readonly string[]) =>
  filters(
    phrases,
    counts.map((count) => ['owners', count] as const),
  );
const fourDoors = oneOfBodies(
  'saloon|sedan|suv|sportsutility|sportutility|crossover|mpv|minivan|peoplecarrier|peoplemover|hatchback|hatch',
);
const sevenSeats: readonly Filter[] = [{ name: 'minSeats', value: '7' }];
const lowYearlyKilometres = String(lowYearlyMileage);

/**
 * The words of the used-car trade in Singapore and their meanings, in one table. Phrases are in lower case, separated
 * by `|`. A phrase of several words is also found with hyphens and as one word (`seven-seater`, `sevenseater`).
 * number-phrases.ts reads numbers with their units.
 */
export const tradeVocabulary: readonly TradeEntry[] = [
  body(
    'suv|suvs|big suv|large suv|small suv|compact suv|s.u.v|sport utility|sports utility|sport utility vehicle|sports utility vehicle|4x4|jeep type',
    'suv|sportsutility|sportutility|crossover',
  ),
  body('crossover|crossovers', 'crossover'),
  body(
    'sedan|sedans|saloon|saloons|big sedan|large sedan|small sedan|compact sedan|4 door sedan|four door sedan',
    'sedan|saloon',
  ),
  body(
    'estate|estates|wagon|wagons|station wagon|station wagons|touring wagon|stationwagen',
    'estate|wagon|stationwagon',
  ),
  body('hatchback|hatchbacks|hatch|hatches|small hatchback|compact hatchback|5 door hatch', 'hatchback|hatch'),
  body('liftback|liftbacks|fastback', 'liftback|fastback'),
  body('coupe|coupes|coup|coupé|coupés', 'coupe'),
  body('two door|2 door|two doors|2 doors|2dr|2 dr', 'coupe|convertible|roadster|cabriolet'),
  body(
    'convertible|convertibles|cabriolet|cabriolets|cabrio|cabrios|soft top|open top|drop top|droptop|topless|roof down',
    'convertible|cabriolet|cabrio|softtop|roadster|spider|spyder',
  ),
  body('roadster|roadsters', 'roadster', [{ name: 'body', value: 'Convertible' }]),
  body(
    'mpv|mpvs|m.p.v|multi purpose vehicle|people carrier|people carriers|people mover|minivan|minivans|mini van|family van',
    'mpv|minivan|peoplecarrier|peoplemover',
    sevenSeats,
  ),
  body('pickup|pickups|pick up|pick ups|pickup truck|ute|double cab', 'pickup|pickuptruck'),
  body('van|vans|panel van|goods van|cargo van', 'van'),
  body('lorry|lorries|truck|trucks', 'lorry|truck'),
  body('small car|small cars|compact car|compact cars|city car|city cars|tiny car|town car', 'hatchback|hatch'),
  body('big car|big cars|large car|large cars|bigger car', 'suv|sportsutility|sportutility|mpv|minivan|peoplecarrier'),
  body('sports car|sports cars|sport car|sporty car|sportscar', 'coupe|convertible|roadster|spider|cabriolet'),
  body('limousine|limousines|limo', 'limousine|saloon|sedan'),
  colour('white|pearl white'),
  colour('black'),
  colour('grey|gray|gunmetal|graphite', 'grey|gray'),
  colour('silver'),
  colour('blue|navy|navy blue|dark blue|light blue', 'blue|navy'),
  colour('red|dark red', 'red'),
  colour('burgundy|maroon|wine red', 'burgundy|maroon'),
  colour('brown'),
  colour('green|dark green', 'green'),
  colour('purple|violet', 'purple|violet'),
  colour('gold|golden', 'gold'),
  ...list('beige|orange|yellow|bronze|pink|teal|tan|champagne|cream|turquoise').map((name) => colour(name)),
  // Energy and gearbox.
  filters(
    'electric|electrical|ev|evs|bev|bevs|e car|battery electric|fully electric|full electric|pure electric|no petrol',
    [['fuel', 'electric']],
    unlessPowered,
  ),
  filters(
    'hybrid|hybrids|hev|petrol hybrid|hybrid petrol',
    [
      ['fuel', 'hybrid'],
      ['fuel', 'plug-in hybrid'],
    ],
    unlessPowered,
  ),
  filters('plug in hybrid|plug in hybrids|plug in|phev|phevs', [['fuel', 'plug-in hybrid']], unlessPowered),
  filters('diesel|diesels', [['fuel', 'diesel']]),
  filters('petrol|gasoline|gas car|petrol engine', [['fuel', 'petrol']]),
  filters(
    'fuel efficient|fuel saving|save fuel|save petrol|good fuel consumption|low fuel consumption|eco friendly|cheap to run',
    [
      ['fuel', 'hybrid'],
      ['fuel', 'plug-in hybrid'],
      ['fuel', 'electric'],
    ],
  ),
  filters(
    'auto|automatic|automatics|auto gear|auto transmission|automatic transmission|auto gearbox',
    [['transmission', 'automatic']],
    unlessOperated,
  ),
  filters(
    'manual|manuals|stick shift|stickshift|manual gear|manual transmission|manual gearbox',
    [['transmission', 'manual']],
    unlessOperated,
  ),
  // Sellers and owners.
  filters('dealer|dealers|from dealer|car dealer', [['sellerKind', 'dealer']], unlessTradeService),
  filters(
    'private|private seller|private sellers|private owner|direct owner|direct owners|direct seller|no dealer|no dealers|no agent|owner sale',
    [['sellerKind', 'private']],
    unlessTradeService,
  ),
  filters('verified|verified seller|verified sellers|trusted seller|trusted sellers', [['verified', 'yes']], {
    unlessBefore: /^(?:mileage|history|odometer)$/,
  }),
  filters('verified dealer|verified dealers|trusted dealer|trusted dealers', [
    ['verified', 'yes'],
    ['sellerKind', 'dealer'],
  ]),
  owners(
    'single owner|sole owner|first owner|first hand|1st hand|one hand|original owner|only one owner|no previous owner|one careful owner|1st owner|one owner only|1 owner only',
    '1',
  ),
  owners('second owner|2nd owner', '2'),
  owners('third owner|3rd owner', '3'),
  owners('few owners|low owner|low owners|low owner count|low ownership', '1', '2'),
  // Regions of Singapore. names.ts reads single places.
  ...(
    [
      ['North', 'north'],
      ['North-East', 'north east|northeast|north-east'],
      ['West', 'west'],
      ['Central', 'central|centre|town area'],
      ['East', 'east'],
    ] as const
  ).map(([region, names]) =>
    filters(
      list(names)
        .flatMap((name) => [
          `in the ${name}`,
          `in ${name}`,
          `the ${name}`,
          `${name} side`,
          `${name}side`,
          `${name} area`,
        ])
        .join('|'),
      [['region', region]],
    ),
  ),
  filters('north east|northeast', [['region', 'North-East']]),
  // Mileage, age and COE in words.
  filters(
    'low mileage|low milage|low km|low kms|lowmileage|low mile|low miles|less driven|lightly driven|low odo|low odometer|hardly driven|low usage',
    [['maxYearlyMileage', lowYearlyKilometres]],
  ),
  filters(
    'long coe|long coe left|longest coe|most coe|plenty of coe|lots of coe|high coe left|more coe|good coe|coe long|fresh coe',
    [['minCoeMonths', '60']],
  ),
  filters(
    'no coe|no coe left|no more coe|no coe remaining|without coe|0 coe|zero coe|coe expired|expired coe|coe ended|coe finished',
    [['maxCoeMonths', '0']],
  ),
  filters('short coe|little coe|short coe left|low coe left', [['maxCoeMonths', '36']]),
  filters(
    'coe ending soon|coe expiring soon|coe ends soon|coe expires soon|coe up soon|expiring coe|last year of coe|scrap car|scrap cars',
    [['maxCoeMonths', '12']],
  ),
  filters('nearly new|almost new|near new|like brand new|brand new|very new', [['maxYearsOfUse', '2']]),
  filters('newer car|newer cars|recent|young', [['maxYearsOfUse', '4']]),
  filters('old car|older car|coe car|coe cars', [['minYearsOfUse', '9']]),
  {
    ...filters(
      'renewed coe|coe renewed|coe renewed car|coe renewed cars|renewed coe car|renewed coe cars|coe renew|renew coe|coe renewal car|coe extended|extended coe|pqp|pqp car|pqp cars|pqp paid',
      [['minYearsOfUse', '9']],
    ),
    searchedAs: renewedCoeWord,
  },
  // A car whose COE was not renewed is at most ten years old.
  filters('parf car|parf|no coe renewal|no coe renewed|no renewed coe|coe not renewed', [['maxYearsOfUse', '9']]),
  // Seats in words.
  filters(
    'family|family car|family cars|kids|children|with kids|school run|young family|small family|child seats|baby|newborn|family use|family friendly',
    [['minSeats', '5']],
  ),
  filters(
    'big family|large family|extended family|family of 6|family of six|family of 7|family of seven|family of 5 and maid|third row|3rd row|3 row|three row|3 rows|three rows',
    [['minSeats', '7']],
  ),
  filters('family of 5|family of five|family of 4|family of four', [['minSeats', '5']]),
  // Price and cost in words.
  entry(
    'cheap|cheapo|affordable|inexpensive|low price|low priced|low cost|bargain|budget car|budget friendly|value for money|good deal|not expensive|not too expensive|first car|my first car|1st car|starter car|beginner car|new driver|new drivers|beginner|p plate|probation plate|student|wallet friendly',
    { is: 'lowest quarter', of: 'Price' },
  ),
  entry('low depreciation|low depre|low dep|low annual depreciation|low yearly cost', {
    is: 'lowest quarter',
    of: 'Depreciation',
  }),
  entry('cheapest|lowest price|lowest priced', { is: 'order', sort: 'price' }),
  entry('lowest depreciation|lowest depre|lowest dep|least depreciation|lowest yearly cost', {
    is: 'order',
    sort: 'depreciation',
  }),
  entry('most expensive|priciest|highest price', { is: 'order', sort: '-price' }),
  entry('newest|latest|newest model|latest model', { is: 'order', sort: '-year' }),
  entry('oldest|oldest car|oldest cars', { is: 'order', sort: 'year' }),
  entry('lowest mileage|least driven|lowest km', { is: 'order', sort: 'mileage' }),
  makes(
    'german|germany|german make|german car|german cars',
    'Mercedes-Benz|BMW|Audi|Porsche|Volkswagen|Opel|MINI|Smart|Maybach',
  ),
  makes(
    'japanese|japan|jap|jap car|japanese make',
    'Toyota|Honda|Nissan|Mazda|Mitsubishi|Subaru|Suzuki|Lexus|Infiniti|Daihatsu|Isuzu',
  ),
  makes('korean|korea|korean car', 'Hyundai|Kia|Genesis|SsangYong'),
  makes('italian|italy|italian car', 'Ferrari|Lamborghini|Maserati|Alfa Romeo|Fiat|Abarth|Pagani'),
  makes('british|british car', 'Rolls-Royce|Bentley|Jaguar|Land Rover|MINI|Aston Martin|McLaren|Lotus|MG|Morgan'),
  makes('french|french car', 'Peugeot|Citroen|Renault|DS|Alpine|Bugatti'),
  makes(
    'chinese|china brand|chinese car|chinese ev|china ev',
    'BYD|Xpeng|Zeekr|MG|GAC|Aion|Great Wall|Ora|Chery|Omoda|Jaecoo|Maxus|Denza|Geely|Deepal|Hongqi|NIO',
  ),
  makes('american|american car', 'Tesla|Ford|Chevrolet|Jeep|Cadillac|Dodge|Chrysler|Lincoln'),
  makes('swedish|swedish car', 'Volvo|Polestar|Saab|Koenigsegg'),
  makes(
    'continental|continental car|conti|conti car|european|european car|euro car',
    'Mercedes-Benz|BMW|Audi|Porsche|Volkswagen|Volvo|MINI|Peugeot|Citroen|Renault|Skoda|SEAT|Opel|Jaguar|Land Rover|Ferrari|Lamborghini|Maserati|Alfa Romeo|Rolls-Royce|Bentley|Aston Martin|McLaren|Fiat|Polestar',
  ),
  makes(
    'supercar|supercars|super car|super cars|exotic|exotics|exotic car|exotic cars|hypercar',
    'Ferrari|Lamborghini|McLaren|Bugatti|Pagani|Koenigsegg|Aston Martin',
  ),
  makes(
    'luxury|luxury car|luxury cars|luxurious|premium|premium car|premium brand|prestige',
    'Mercedes-Benz|BMW|Audi|Porsche|Lexus|Rolls-Royce|Bentley|Maybach|Jaguar|Land Rover|Maserati|Ferrari|Lamborghini|Aston Martin|Genesis|Volvo|Infiniti|McLaren',
  ),
  makes('bwm|b m w|bmws', 'BMW'),
  makes('merc|mercs|merz|mercedez|benz|marcedes|merceds', 'Mercedes-Benz'),
  makes('lambo|lambos|lambogini|lamborgini', 'Lamborghini'),
  makes('rolls|rolls royce|rolls royse|roller', 'Rolls-Royce'),
  makes('tesler|teslar', 'Tesla'),
  makes('odi|audy', 'Audi'),
  // Families of models.
  models('a class|aclass|class a|a klasse', 'Mercedes-Benz', /^(?:AMG )?A ?\d/i),
  models('b class|class b', 'Mercedes-Benz', /^(?:AMG )?B ?\d/i),
  models('c class|class c|c klasse', 'Mercedes-Benz', /^(?:AMG )?C ?\d/i),
  models('e class|class e|e klasse', 'Mercedes-Benz', /^(?:AMG )?E ?\d/i),
  models('s class|class s|s klasse', 'Mercedes-Benz', /^(?:(?:AMG|Maybach) )?S ?\d/i),
  models('g class|g wagon|g wagen|gwagon|gwagen|gelandewagen', 'Mercedes-Benz', /^(?:AMG )?G ?\d/i),
  models('cla class|cla', 'Mercedes-Benz', /^(?:AMG )?CLA/i),
  models('cls class', 'Mercedes-Benz', /^(?:AMG )?CLS/i),
  models('gla class', 'Mercedes-Benz', /^(?:AMG )?GLA/i),
  models('glc class', 'Mercedes-Benz', /^(?:AMG )?GLC/i),
  models('gle class', 'Mercedes-Benz', /^(?:AMG )?GLE/i),
  ...list('1|2|3|4|5|6|7|8').map((digit) =>
    models(
      `${digit} series|series ${digit}|${digit}series`,
      'BMW',
      new RegExp(`^(?:M|i)?${digit}(?:\\d\\d|\\b| Series)`, 'i'),
    ),
  ),
  models('x series', 'BMW', /^i?X\d/i),
  models('m series', 'BMW', /^M\d/i),
  models('q series', 'Audi', /^(?:RS |S)?Q\d/i),
  models('a series', 'Audi', /^A\d/i),
  models('rs series', 'Audi', /^RS/i),
  // Remarks on the condition and the sale, which descriptions may contain.
  remarkEntry(
    'accident free|no accident|no accidents|flood free|well maintained|well kept|warranty|under warranty|agent warranty|agent serviced|agent maintained|full service|service history|servicing record|serviced|non smoker|lady owner|lady driven|unmodified|original paint|facelift|sunroof|panoramic roof|moonroof|leather|leather seats|apple carplay|carplay|android auto|reverse camera|360 camera|keyless|hud|bodykit|tinted|turbo|long range|fast charging|autopilot|trade in|golf|golf bag|golf bags|golf clubs|dog|dogs|pet|pets|bike|bicycle|luggage|wedding|weddings|road trip|road trips|avantgarde|amg line|amg styling|amg package|m sport|m performance|s line|r line|n line|gt line|sport line|luxury line|paper value|awd|4wd|fwd|rwd|all wheel drive|four wheel drive|rear wheel drive|front wheel drive|isofix|child seat anchors|tow bar|ventilated seats|massage seats|head up display|solar film|extended warranty',
  ),
  // Purposes, and what they suggest.
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
  // Opinions and plans, which no field of a listing can confirm.
  opinionEntry(
    'good condition|excellent condition|great condition|tip top condition|tiptop|tip top|mint|mint condition|pristine|immaculate|superb|condition|conditions|clean|nice|good|great|best|better|beautiful|pretty|reliable|reliability|durable|comfortable|comfy|comfort|spacious|roomy|big|bigger|large|huge|small|smaller|compact|tiny|practical|safe|safety|quiet|smooth|powerful|power|fast|quick|sporty|sport|fun|cool|stylish|elegant|classy|modern|classic|vintage|rare|unique|special|popular|low maintenance|maintenance|easy to maintain|easy to drive|easy to park|easy parking|easy|parking|big boot|large boot|boot|boot space|space|stock condition|urgent|urgent sale|fast deal|must go|negotiable|nego|loan|full loan|loan available|no loan|high loan|financing|finance|no deposit|zero deposit|0 deposit|deposit|downpayment|down payment|low downpayment|instalment|installment|instalments|installments|monthly|rental|lease|leasing|weekend|weekends|daily|daily drive|daily driver|city|city driving|town|work|office|malaysia|johor|jb|long distance|boss|towkay|wife|husband|mum|mother|dad|father|girlfriend|boyfriend|friend|son|daughter|worth it|worth|resale value|investment|collector|new shape|lightly used|gently used|like new|as new|interior|exterior|quality|decent|ideal|suitable|perfect|lovely|sexy|high end|low|high|higher|lower|new|newish|old|economical|expensive|first|time|long|short|plenty|lots|enough|possible|asap|tomorrow|today|happy|honest|genuine|serious|seller|sellers|owner|owners|year|years|yr|yrs|km|kms|coe|mileage|depre|depreciation|seat|seats|door|doors|value|friendly|smallest|biggest|largest|fastest|safest|low running cost|low running costs|running cost|running costs|3 door|4 door|5 door|3 doors|4 doors|5 doors|three door|four door|five door|three doors|four doors|five doors|4dr|5dr|count|cat a|cat b|condi|good condi|condi good|steady|fit|maid|helper|everyday|every day|condominium|errands|business|businesses|company',
  ),
  entry('range|driving range', { is: 'opinion' }, { unlessBefore: /^rover$/ }),
  entry(
    'used|second hand|secondhand|2nd hand|pre owned|preowned|preloved|a|am|an|and|any|anything|are|around|as|at|available|be|buy|buying|by|can|car|cars|vehicle|vehicles|ride|rides|find|finding|for|from|get|got|give|go|has|have|having|hello|help|hi|i|im|in|is|it|its|just|kind|left|like|list|lah|leh|lor|look|looking|me|model|models|my|near|need|needs|of|on|one|only|or|pls|please|plz|prefer|preferably|preferred|sale|sell|selling|sells|sg|sgd|singapore|show|some|something|sth|still|that|the|them|there|these|this|to|type|types|under|below|us|wan|want|wanted|wants|we|what|whats|where|which|who|will|with|within|would|you|your|brand|make|makes|than|less|more|max|maximum|min|minimum|over|above|about|up|very|really|quite|but|so|too|all|other|colour|color|coloured|colored|paint|budget|price|prices|priced|selling|suggest|recommend|recommended|option|options|deal|deals|drive|drives|driving|driver|driven|person|people|pax|search|browse|how|much|do|does|today|now|ok|thanks|thank|anyone|someone|got|if|least|most|out|into|in and out|out of|two|three|four|ready|also|then|when|while|because|both|each|every|there|here|must|should|could|can be|maybe|may|might|way|ways|use|uses|using|commute|commuting|commuter|similar|alternative|alternatives|alternative to|something like|they|he|she|his|her|our|my own|was|were|been|being|did|done|let|lets|put|take|takes|taking|go to|into|onto|their|its|well|even|lot|lots of|bit|thing|things|stuff|same|another|any other|or not|anot|wif|liao|smth|sia|siah|hor|meh|bro|bros|got or not',
    { is: 'filler' },
  ),
  // City is also a model.
  entry('for city|for the city|in the city|city driving|for city driving|city use|for city use', { is: 'filler' }),
];

/**
 * Synonyms of remarks. A remark that occurs in no text of a car on sale is replaced by the first synonym whose words
 * all occur in such texts.
 */
export const otherWords: Readonly<Record<string, readonly string[]>> = {
  sunroof: ['panoramic roof', 'glass roof'],
  moonroof: ['sunroof', 'panoramic roof', 'glass roof'],
  'panoramic roof': ['sunroof', 'glass roof'],
  awd: ['all-wheel drive', 'quattro', '4matic', 'xdrive'],
  '4wd': ['all-wheel drive', 'quattro', '4matic', 'xdrive'],
  'four wheel drive': ['all-wheel drive', 'quattro', '4matic', 'xdrive'],
  'all wheel drive': ['quattro', '4matic', 'xdrive'],
  rwd: ['rear-wheel drive'],
  hud: ['head-up display', 'heads-up display'],
  'head up display': ['heads-up display'],
  carplay: ['apple carplay'],
  'agent serviced': ['serviced'],
  'agent maintained': ['serviced'],
  'full service': ['serviced', 'services'],
  'service history': ['serviced', 'service record', 'services'],
  'servicing record': ['service record', 'serviced'],
  'under warranty': ['warranty'],
};
