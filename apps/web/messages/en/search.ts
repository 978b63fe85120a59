/** Texts of the search page. */
export const searchMessages = {
  label: 'Brand, model or location',
  example: 'Try 7 seater under 300k',
  filters: 'Filters',
  filtersSet: (filterCount: number): string => `Filters (${filterCount})`,
  closeFilters: 'Close filters',
  showCars: (cars: string): string => `Show ${cars}`,
  apply: 'Apply',
  facets: {
    brand: 'Brand',
    model: 'Model',
    body: 'Body',
    fuel: 'Fuel',
    transmission: 'Transmission',
    colour: 'Colour',
    region: 'Region',
    location: 'Location',
    sellerKind: 'Seller',
    verified: 'Verified sellers',
    owners: 'Owners',
  },
  ranges: {
    Price: 'Price',
    Year: 'Year of purchase',
    Mileage: 'Mileage',
    Depreciation: 'Depreciation a year',
    CoeMonths: 'COE left',
    Seats: 'Seats',
  },
  values: {
    sellerKind: { private: 'Private sellers', dealer: 'Dealers' } as Readonly<Record<string, string>>,
    region: { North: 'North', 'North-East': 'North-East', West: 'West', Central: 'Central', East: 'East' } as Readonly<
      Record<string, string>
    >,
    verified: { yes: 'Verified only' } as Readonly<Record<string, string>>,
    owners: { '1': '1 owner', '2': '2 owners', '3': '3 owners', '4+': '4 owners or more' } as Readonly<
      Record<string, string>
    >,
  },
  regions: 'Region, laid out as on the island',
  find: { brand: 'Find a brand', model: 'Find a model', location: 'Find a place' } as Readonly<
    Partial<Record<string, string>>
  >,
  findValue: 'Find one',
  valuesFound: (values: number): string => `${values} ${values === 1 ? 'entry' : 'entries'}`,
  showAll: (values: string): string => `Show all ${values}`,
  showFewer: 'Show fewer',
  bounds: {
    Price: { min: 'Lowest price', max: 'Highest price' },
    Year: { min: 'Earliest year', max: 'Latest year' },
    Mileage: { min: 'Lowest mileage', max: 'Highest mileage' },
    Depreciation: { min: 'Lowest depreciation a year', max: 'Highest depreciation a year' },
  },
  handles: {
    Price: { min: 'Lowest price, handle', max: 'Highest price, handle' },
    Year: { min: 'Earliest year, handle', max: 'Latest year, handle' },
  },
  any: { lowest: 'Any', highest: 'Any' },
  noLimit: 'No limit',
  km: 'km',
  anyCoe: 'Any',
  anySeats: 'Any',
  coe: (months: number): string => {
    const years = Math.floor(months / 12);
    const monthsLeft = months % 12;
    const yearsText = years === 1 ? '1 year' : `${years} years`;
    const monthsText = monthsLeft === 1 ? '1 month' : `${monthsLeft} months`;
    if (monthsLeft === 0 && years > 0) return yearsText;
    return years === 0 ? monthsText : `${yearsText} ${monthsText}`;
  },
  coeOrMore: (timeLeft: string): string => `${timeLeft} or more`,
  coeAtLeast: (timeLeft: string): string => `${timeLeft} of COE or more`,
  coeAlmostNone: 'Less than a month of COE',
  yearsOfUse: (years: number): string => (years === 1 ? '1 year of use' : `${years} years of use`),
  seats: (seats: number): string => (seats === 1 ? '1 seat' : `${seats} seats`),
  seatsAtLeast: (seats: string): string => `${seats} or more`,
  valuesChosen: (facet: string, values: number): string => `${facet}: ${values} chosen`,
  skipToResults: 'Skip to results',
  perYear: (cost: string): string => `${cost} a year`,
  postedWithin: (days: number): string => (days === 1 ? 'Posted today' : `Posted in the last ${days} days`),
  to: 'to',
  sort: 'Sort',
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    price: 'Price, low to high',
    '-price': 'Price, high to low',
    '-year': 'Year, newest first',
    year: 'Year, oldest first',
    mileage: 'Mileage, low to high',
    '-mileage': 'Mileage, high to low',
    depreciation: 'Depreciation, low to high',
    '-depreciation': 'Depreciation, high to low',
    relevance: 'Best match first',
  },
  applied: 'Applied filters',
  remove: (filter: string): string => `Remove filter: ${filter}`,
  clear: 'Clear all',
  between: (lowest: string, highest: string): string => `${lowest} to ${highest}`,
  from: (lowest: string): string => `From ${lowest}`,
  upTo: (highest: string): string => `Up to ${highest}`,
  words: (typedText: string): string => `“${typedText}”`,
  looking: 'Looking',
  none: 'No cars',
  failedHeading: 'Search did not load',
  failed: {
    title: 'The list could not be loaded',
    body: (reason: string): string => `${reason} Your filters are kept, so trying again picks up where you were.`,
  },
  loadingStock: {
    title: 'The cars are being counted',
    body: 'The search has just been started and is reading the stock. It takes a few seconds; your filters are kept.',
  },
  refused: {
    title: 'This search cannot be answered',
    body: (reason: string): string => `${reason}. Change the search, or clear it.`,
  },
  empty: {
    title: 'Nothing matches',
    body: 'No car on sale today has all of this. Remove one part, or start again.',
    without: (part: string): string => `Remove: ${part}`,
    withoutFinds: (part: string, cars: string): string => `Remove: ${part} (${cars})`,
    nearest: 'The nearest cars',
    showNearest: (cars: string): string => `Show the ${cars}`,
    or: ' or ',
    and: ' and ',
  },
  showMore: (cars: string): string => `Show ${cars} more`,
  moreFailed: 'The next cars could not be loaded. Please try again.',
  results: 'Cars found',
  partial: 'These words match so much that only part of the cars was searched. Use fewer or longer words.',
  corrected: (correctedText: string, typedText: string): string =>
    `Showing results for ${correctedText}, not ${typedText}.`,
  understood: (typedText: string): string => `You asked: “${typedText}”. What was read from it is shown above.`,
  /** The sentence for a text in which no filter was found, when some words of the text were not used. */
  onlyWords: (typedText: string): string => `You asked: “${typedText}”. No filter was read from it.`,
  asWords: 'Search for the words instead',
  clearQuestion: 'Clear this question',
  suggestions: {
    label: 'Suggestions',
    found: (suggestions: number): string =>
      suggestions === 1 ? '1 suggestion, arrow keys choose' : `${suggestions} suggestions, arrow keys choose`,
  },
  saved: {
    button: 'Saved searches',
    title: 'Saved searches',
    name: 'Name of this search',
    keep: 'Save this search',
    keptAs: (name: string): string => `Saved as ${name}.`,
    already: (name: string): string => `This search is saved as ${name}.`,
    nothing: 'Choose filters or type words first: then the search can be saved.',
    list: 'Saved searches',
    remove: (name: string): string => `Remove ${name}`,
    removed: (name: string): string => `${name} was removed.`,
    where: 'Saved searches stay in this browser.',
  },
  fromStart: 'Back to the first cars',
} as const;
