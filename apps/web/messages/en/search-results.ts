import { formatKilometres } from '../../ui/format.ts';

/** Writes a name with its article: `a Honda Jazz`, `an Audi Q3`. */
const addArticle = (name: string): string => `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;

/** Texts of the search results, in their own file because Home does not load them. */
export const searchResultMessages = {
  /**
   * Describes values by what a question excludes and by the group of makes that the question names: `Not Toyota`,
   * `German, not BMW`.
   */
  excluded: (values: readonly string[], group?: string): string =>
    group === undefined ? `Not ${values.join(' or ')}` : `${group}, not ${values.join(' or ')}`,
  brightColours: 'Bright colours',
  fiveDoors: 'Five doors',
  hotHatches: 'Hot hatches',
  executiveCars: 'Executive cars',
  carClass: (letters: string): string => `${letters}-Class`,
  carSeries: (digit: string): string => `${digit} Series`,
  /** The sentence that says how many cars are found when certain filters are removed. */
  reason: (parts: string, cars: string, total: number): string =>
    `No car on sale today has all of this. ${searchResultMessages.without(parts, cars, total)}`,
  without: (parts: string, cars: string, total: number): string =>
    `Without “${parts}” there ${total === 1 ? 'is' : 'are'} ${cars}.`,
  /** The texts of the reason why no car was found, when the search has only one condition or only one bound. */
  onlyCondition: (part: string): string => `No car on sale has this: ${part}.`,
  onlyLimit: (part: string): string => `No car on sale is within this limit: ${part}.`,
  closest: (value: string, isLowest: boolean): string => `The ${isLowest ? 'lowest' : 'highest'} is ${value}.`,
  cheapestFirst: 'The cheapest come first.',
  noneOnSale: (names: string): string => `No ${names} is on sale.`,
  /** The reason when no car has the words of a search: `No car on sale says “sliding doors”.` */
  noTextSays: (words: string, cars: string, total: number | undefined): string =>
    total === undefined
      ? `No car on sale says ${words}.`
      : `No car on sale says ${words}. Without these words there ${total === 1 ? 'is' : 'are'} ${cars}.`,
  /** The name of the filter for words that stand for a fact which only sellers state. */
  statedFacts: { pqp: 'COE renewed', opc: 'Off-peak car (OPC)' } as Readonly<Record<string, string>>,
  /**
   * The sentence that says what is shown instead when no car has the fact that the text names. A note in the response
   * says that no car has this fact.
   */
  standIns: {
    pqp: 'In its place, the cars with the longest COE left are shown.',
    opc: 'In its place, the cars with the lowest depreciation a year are shown.',
  } as Readonly<Record<string, string>>,
  noCarWith: (parts: string): string => `No car on sale has: ${parts}.`,
  carOfSeller: (kind: string): string => (kind === 'dealer' ? 'car of a dealer' : 'car of a private seller'),
  kinds: (value: string): string => `${value} car`,
  like: (parts: string, areSeveral: boolean, cars?: string): string =>
    `Nearest to ${areSeveral ? 'them' : 'it'}: ${parts}${cars === undefined ? '' : ` (${cars})`}.`,
  /** A sentence such as `None of these is of 2018, and none costs at most $1,000 a month to own.` */
  noneOfThese: (first: string, others: readonly string[]): string =>
    `None of these ${[first, ...others.map((other) => `none ${other}`)].join(', and ')}.`,
  amount: (min: string | undefined, max: string | undefined): string | undefined => {
    if (min !== undefined && max !== undefined) return min === max ? min : `${min} to ${max}`;
    if (min !== undefined) return `at least ${min}`;
    return max === undefined ? undefined : `at most ${max}`;
  },
  yearIs: (min: number | undefined, max: number | undefined): string => {
    if (min === max) return `is of ${min}`;
    if (min !== undefined && max !== undefined) return `is of ${min} to ${max}`;
    return min === undefined ? `is of ${max} or before` : `is of ${min} or later`;
  },
  isYounger: (years: number): string => `is less than ${years === 1 ? '1 year' : `${years} years`} old`,
  hasSeats: (seats: string): string => `has ${seats}`,
  /** `end` is a text such as `COE ends 2033 or later`. */
  hasEnd: (end: string): string => `has a ${end.replace('COE ends', 'COE that ends')}`,
  /** `engine` is a text such as `Engine of 1.6 litres`. */
  hasEngine: (engine: string): string => `has an ${engine.charAt(0).toLowerCase()}${engine.slice(1)}`,
  /** The verb and object for a car whose figure is within bounds such as `at most $90,000`. */
  verbsOfRanges: {
    Price: (amount: string) => `costs ${amount}`,
    YearsOfUse: (amount: string) => `has ${amount}`,
    Mileage: (amount: string) => `was driven ${amount}`,
    Depreciation: (amount: string) => `loses ${amount} in value`,
    CoeMonths: (amount: string) => `has ${amount} of COE left`,
    Seats: (amount: string) => `has ${amount}`,
    YearlyMileage: (amount: string) => `was driven ${amount}`,
    Instalment: (amount: string) => `has an instalment of ${amount} a month`,
    MonthlyCost: (amount: string) => `costs ${amount} a month to own`,
    RoadTax: (amount: string) => `has ${amount}`,
    Power: (amount: string) => `has ${amount}`,
    EngineCc: (amount: string) => `has an engine of ${amount}`,
    Omv: (amount: string) => `has ${amount}`,
    Arf: (amount: string) => `has ${amount}`,
    Parf: (amount: string) => `has ${amount}`,
  } as const,
  conditions: {
    /** The value may be the name of a group, such as `Not black`. */
    adjective: (values: string): string => `is ${values.replace(/^Not /, 'other than ')}`,
    brand: (makes: string): string => `is of the make ${makes}`,
    model: (models: string): string => `is of the model ${models}`,
    body: (bodies: string): string => `has this body: ${bodies}`,
    location: (places: string): string => `is in ${places}`,
    region: (regionsText: string): string => `is in the region ${regionsText}`,
    owners: (owners: string): string => `has had ${owners}`,
    sellerKind: (kinds: readonly string[]): string =>
      kinds.length === 1 && kinds[0] === 'dealer' ? 'is sold by a dealer' : 'is sold by a private seller',
    verified: 'has a verified seller',
    coeCategory: (category: string): string => `has a COE of category ${category}`,
    postedWithin: (days: number): string =>
      days === 1 ? 'was put on sale today' : `was put on sale in the last ${days} days`,
    q: (words: string): string => `says ${words}`,
  },
  thenOthers: 'After these come cars that have less in common with the search.',
  cheapestOfNearest: 'Of the nearest, the cheapest come first.',
  /** The text about the prices of cars that are similar to a premium model or make. */
  withoutCheapest: (isModel: boolean): string =>
    `The cheapest ${isModel ? 'half' : 'quarter'} of these is left out: such a ${isModel ? 'model' : 'make'} is not among the cheapest.`,
  moreModels: (count: number): string => `${count} more ${count === 1 ? 'model' : 'models'}`,
  otherCars: 'Other cars',
  sorts: {
    '-coe': 'COE left, longest first',
    coeExpiresOn: 'COE left, shortest first',
    instalment: 'Instalment, low to high',
    '-power': 'Power, high to low',
    roadTax: 'Road tax, low to high',
    yearlyMileage: 'Kilometres a year, low to high',
    monthlyCost: 'Cost a month to own, low to high',
    closestYear: 'Closest year first, and of one year the cheapest first',
  } as Readonly<Record<string, string>>,
  order: (order: string): string => `Order: ${order}.`,
  /**
   * The texts about the cars that come first for a situation such as `for my parents`
   * (packages/search/query/car-traits.ts).
   */
  traits: {
    small: 'small models (easy to drive and to park)',
    roomy: 'estates, MPVs and SUVs with a large boot',
    high: 'SUVs, MPVs and tall hatchbacks with five seats or more, whose seats are easy to reach',
    frugal: 'hybrids and diesels (few stops)',
    fun: 'sports cars, coupés and convertibles',
    far: 'electric models with a range of about 500 km or more',
  } as Readonly<Record<string, string>>,
  /** The text of the trait `frugal` in a search for only hybrids or only diesels. */
  frugalHybrids: 'hybrids (few stops)',
  frugalDiesels: 'diesels (few stops)',
  economicalPetrol:
    'No car states its consumption, so petrol cars and hybrids of the lowest road tax, which have the smallest engines, come first.',
  costOfPrivateHire: 'Depreciation is the largest part of the cost a year.',
  traitFirst: (trait: string, isByDepreciation: boolean): string =>
    `${trait.charAt(0).toUpperCase()}${trait.slice(1)} come first, ${isByDepreciation ? 'those of the lowest depreciation a year' : 'the cheapest'} before the others.`,
  /** The text about the order of cars that fit equally well as a first car. */
  lowestDepreciationFirst: 'The lowest depreciation a year comes first.',
  /** The text about the order when a question prefers cars for more than one reason. */
  bestFirst: (reasons: readonly string[], isByDepreciation: boolean): string =>
    `Cars that fit most of this come first: ${reasons.join('; ')}. Of cars that fit equally, ${isByDepreciation ? 'those of the lowest depreciation a year' : 'the cheapest'} come first.`,
  descriptionWith: (phrases: string): string => `a description that says: ${phrases}`,
  alsoLookedFor: (phrases: string): string => `Also looked for: ${phrases}. The cars that say so come first.`,
  oneOf: (phrases: string): string => `One of: ${phrases}`,
  /** The text about equipment and other facts for which a listing has no field. */
  readInDescriptions: (phrases: readonly string[]): string =>
    `Read in the descriptions of sellers: ${phrases.join(', ')}.${phrases.length > 1 ? ' Cars with most of these come first; a car needs only one of them.' : ''}`,
  unused: (words: string): string => `Not used: ${words}.`,
  coeCategory: (category: string): string => `COE category ${category}`,
  coeUpTo: (timeLeft: string): string => `COE left up to ${timeLeft}`,
  coeEnds: (time: string): string => `COE ends ${time}`,
  orLater: (time: string): string => `${time} or later`,
  orBefore: (time: string): string => `${time} or before`,
  /** Formats the month 203301 as `Jan 2033`. */
  monthOfYear: (month: number): string =>
    `${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[(month % 100) - 1] ?? ''} ${Math.floor(month / 100)}`.trim(),
  coeBetween: (minimum: string, maximum: string): string => `COE left: ${minimum} to ${maximum}`,
  depreciationBetween: (minimum: string, maximum: string): string => `Depreciation ${minimum} to ${maximum}`,
  depreciationUpTo: (cost: string): string => `Depreciation up to ${cost}`,
  depreciationFrom: (cost: string): string => `Depreciation from ${cost}`,
  youngerThan: (years: number): string => `Less than ${years === 1 ? '1 year' : `${years} years`} old`,
  instalment: (amount: string): string => `${amount} a month as instalment`,
  monthlyCost: (amount: string): string => `${amount} a month to own`,
  roadTax: (amount: string): string => `${amount} road tax a year`,
  figures: {
    Omv: (amount: string): string => `${amount} OMV`,
    Arf: (amount: string): string => `${amount} ARF`,
    Parf: (amount: string): string => `${amount} PARF rebate`,
  },
  power: (kilowattsText: string, horsepowerText: string): string => `${kilowattsText} kW (about ${horsepowerText} hp)`,
  engine: (cc: string): string => `${cc} cc`,
  litres: (size: string): string => `${size} litres`,
  engineOf: (size: string): string => `Engine of ${size}`,
  engineFrom: (size: string): string => `Engine from ${size}`,
  engineUpTo: (size: string): string => `Engine up to ${size}`,
  agedBetween: (min: number, max: number): string => `${min} to ${max} years old`,
  /** Answers to questions about the site that are typed into the search for cars. The Q&A has the details. */
  siteTopics: {
    viewing: 'Book a viewing on the page of a car, and agree on a test drive with its seller. Booking costs nothing.',
    selling: 'To sell a car, sign up as a seller and list it. Listing costs nothing.',
    'trade-in': 'No car is taken in exchange here. Sell yours as a seller, or ask the seller of the car that you want.',
    deposit: 'Booking a car costs nothing. The page of a car says whether a deposit reserves it.',
    refund: 'The Q&A says when a buyer gets money back.',
    payment: 'A car is paid by card or PayNow, or to its seller directly. The order of a booking says how.',
    contact: 'Book a viewing to talk to the seller of a car. The feedback form reaches those who run this site.',
    place: 'Each car stands with its seller, in the place that its page names.',
    inspection: 'Cars are not inspected here. See the car and its papers, or have it inspected, before you pay.',
    fees: 'Buyers pay the price of the car, and booking costs nothing. The Q&A says what selling costs.',
    trust: 'The Q&A says what a verified seller is, and how to report a car or a seller.',
    account: 'Log in or sign up at the top of the page.',
    transfer: 'Buyer and seller agree on the hand-over and the transfer of the car.',
    insurance: 'No insurance is sold here, and no car states what its insurance costs.',
    rental: 'Cars are sold here, not rented or leased.',
    'other vehicles': 'Only cars are sold here.',
    bargaining: 'Sellers set their prices. Book a viewing to talk to the seller of a car.',
    eligibility: 'This site does not decide who may own, finance or drive a car: the LTA and the banks do.',
    parts: 'Only whole cars are sold here.',
    'coe prices': 'The results of COE biddings are not listed here.',
  } as Readonly<Record<string, string>>,
  /** The link after an answer about the site. */
  questionsAndAnswers: 'Q&A about buying and selling',
  notes: {
    site: (of: string): string => searchResultMessages.siteTopics[of] ?? '',
    'own car': (of: string): string => `The ${of} is taken as the car that you have now.`,
    'no renewed COE': (): string => 'No car on sale is marked as having a renewed COE.',
    'no off-peak car': (): string => 'No car on sale says that it is an off-peak car (OPC, weekend car).',
    'down payment': (): string => '',
    instalment: (): string =>
      'The instalment is that of the largest loan for each car, over the longest time that its COE allows, as its page computes it.',
    'cost of a month': (): string =>
      'The amount a month is taken as the cost to own that each car’s page shows: depreciation and road tax.',
    'or instalment': (of: string): string =>
      of.startsWith('no ')
        ? `As the instalment of a loan, the amount finds ${of}.`
        : `As the instalment of a loan, the amount finds ${of}: add the word “instalment” to see them.`,
    'amount a month': (): string =>
      'The amount a month is taken as the instalment of the largest loan for each car, over the longest time that its COE allows, as its page computes it.',
    'or cost to own': (of: string): string =>
      of.startsWith('no ')
        ? `As the cost to own a month, depreciation and road tax, the amount finds ${of}.`
        : `As the cost to own a month, depreciation and road tax, the amount finds ${of}: add the words “cost of ownership” to see them.`,
    'or cost of a month': (of: string): string =>
      `As the cost to own a month, the amount finds ${of}: leave out the loan to see them.`,
    'low mileage': (): string => 'Low mileage is taken as at most 10,000 km a year.',
    range: (): string => 'No car states its range as a figure, so the known ranges of models are used.',
    consumption: (): string => 'No car states its consumption, so hybrids and electric cars are meant.',
    /** The energies are the values of the energy filter. */
    'fuel efficient': (energiesText: string): string =>
      `Fuel-efficient is taken as ${energiesText}: no car states its consumption.`,
    'private hire': (): string =>
      'Private hire is taken as saloons and MPVs with five seats or more, unless the question names others.',
    'none on sale': (of: string): string => `No ${of} is on sale.`,
    luxury: (): string => 'Premium makes and models are meant.',
    'none of kind': (of: string): string => `None of these are ${searchResultMessages.traits[of] ?? of}.`,
    'not stated': (of: string): string => `No description of these cars says ${of}.`,
    'cheapest quarter': (_subject: string, price: string): string =>
      `The lowest prices are meant: the cheapest quarter of the cars that fit the rest, up to ${price}.`,
    'lowest depreciation': (_subject: string, _price: string, depreciation: string): string =>
      `Low depreciation is taken as the lowest quarter of the cars that fit the rest: up to ${depreciation} a year.`,
    'lowest quarter': (of: string): string =>
      `A low ${of} is taken as the lowest quarter of the cars that fit the rest.`,
    'highest quarter': (of: string): string =>
      `A high ${of} is taken as the highest quarter of the cars that fit the rest.${of.startsWith('PARF') ? ' On paper a car is worth at least this rebate.' : ''}`,
    'like and cheaper': (of: string, price: string): string =>
      `Cars of the class of ${addArticle(of)} are meant, of any make, that cost less than most of these: up to ${price}.`,
    'like and cheapest quarter': (of: string, price: string): string =>
      `No ${of} is on sale. Cars of the same class are meant, of any make, and the cheapest quarter of these: up to ${price}.`,
    'like a model on sale': (of: string): string => `Cars like ${addArticle(of)} are meant, of any make.`,
    'like an absent model': (of: string): string =>
      `No ${of} is on sale. Cars of the same class are meant, of any make.`,
    'newer half': (of: string): string => `Newer is taken as bought in ${of} or later, as half of these cars are.`,
    'older half': (of: string): string => `Older is taken as bought in ${of} or before, as half of these cars are.`,
    'less driven half': (of: string): string =>
      `Less driven is taken as at most ${formatKilometres(Number(of))}, as half of these cars are.`,
    'more powerful': (of: string, price: string): string =>
      of === ''
        ? 'The most powerful of them come first.'
        : `Of those up to the middle price of the class, ${price}, the most powerful come first.`,
    'more economical': (): string => 'More economical is taken as hybrid or electric.',
    larger: (of: string): string => `Larger than ${addArticle(of)} is taken as the next size of car.`,
    smaller: (of: string): string => `Smaller than ${addArticle(of)} is taken as the next size of car below.`,
  },
  downPayment: (smallOmvPercent: number, otherPercent: number): string =>
    `A loan covers at most ${smallOmvPercent}% of the price of a car with a low OMV, and ${otherPercent}% of other cars, so ${100 - smallOmvPercent}% or ${100 - otherPercent}% is paid first.`,
} as const;
