/**
 * The filters that words may express. The names are those of the search parameters. Prices are in dollars, the COE in
 * months.
 */
export type FilterName =
  | 'brand'
  | 'model'
  | 'body'
  | 'fuel'
  | 'transmission'
  | 'colour'
  | 'region'
  | 'location'
  | 'sellerKind'
  | 'owners'
  | 'verified'
  | 'coeCategory'
  | 'postedWithin'
  | `${'min' | 'max'}${'Price' | 'Year' | 'YearsOfUse' | 'Mileage' | 'Depreciation' | 'CoeMonths' | 'CoeEnd' | 'Seats' | 'YearlyMileage' | 'Instalment' | 'MonthlyCost' | 'RoadTax' | 'Power' | 'EngineCc' | 'Omv' | 'Arf' | 'Parf'}`
  | 'sort';

export type Filter = { readonly name: FilterName; readonly value: string };

/**
 * The figures of which a phrase may ask for the lowest or the highest quarter. For a price and a depreciation, it is
 * always the lowest quarter.
 */
export type QuarterField = 'Price' | 'Depreciation' | `${'low' | 'high'} ${'Omv' | 'Arf' | 'Parf'}`;

/**
 * How the wanted cars compare with other cars: of the same class, or different in a figure. `driven less` means a lower
 * mileage.
 */
export type ComparedWish =
  | 'like'
  | 'cheaper'
  | 'newer'
  | 'older'
  | 'driven less'
  | 'bigger'
  | 'smaller'
  | 'faster'
  | 'economical'
  | 'same size';

/** What the user must know about a phrase that no filter can express alone. The API explains each code. */
export type NoteCode =
  | 'no renewed COE'
  | 'no off-peak car'
  | 'down payment'
  | 'instalment'
  | 'cost of a month'
  | 'amount a month'
  | 'low mileage'
  | 'range'
  | 'private hire'
  | 'consumption'
  | 'fuel efficient'
  | 'luxury';

/** The topic of a question about the marketplace. */
export type SiteTopic =
  | 'viewing'
  | 'selling'
  | 'trade-in'
  | 'deposit'
  | 'refund'
  | 'payment'
  | 'contact'
  | 'place'
  | 'inspection'
  | 'fees'
  | 'trust'
  | 'account'
  | 'transfer'
  | 'insurance'
  | 'rental'
  | 'other vehicles'
  | 'bargaining'
  | 'eligibility'
  | 'parts'
  | 'coe prices';

/** A fact that only the texts of cars state, such as a renewed COE. */
export type StatedFact = {
  /** The words that state the fact. A car must have the first of these words that occurs in the texts of cars. */
  readonly words: readonly string[];
  /** What the user must know when no car on sale states the fact. */
  readonly note: NoteCode;
  /** In this case, the filters and the order that find the nearest cars. */
  readonly fallbackFilters: readonly Filter[];
  /**
   * The filters and the order that find the nearest cars when the text asks for nothing else. In this case no car is
   * found.
   */
  readonly filtersIfAlone?: readonly Filter[];
};

/** The meaning of a phrase that ends before token `next`. */
export type PhraseMatch = {
  readonly next: number;
  readonly filters: readonly Filter[];
  /**
   * The phrase asks for the lowest or highest quarter of the values among the cars that match all other filters, as
   * `cheap` does.
   */
  readonly quarter?: QuarterField;
  /**
   * Filters that the phrase suggests: a car for grandparents has four doors. Suggested filters count only where the
   * text has no filter of the same kind.
   */
  readonly impliedFilters?: readonly Filter[];
  /** Phrases that cars need not have. Cars that have these phrases come first. */
  readonly preferredPhrases?: readonly string[];
  /** Words of descriptions that mean the same as the phrase. */
  readonly synonyms?: readonly string[];
  /** Whether the answer tells the user when no description has the words of the phrase. */
  readonly reportsUnstated?: true;
  readonly fact?: StatedFact;
  readonly note?: NoteCode;
  /** What the phrase asks about the marketplace. */
  readonly topic?: SiteTopic;
  /** The make and model of the car that the buyer has now. The search does not look for this car. */
  readonly ownCarFilters?: readonly Filter[];
  /** The kind of the buyer's car as a sentence names it, when no make and model is known: `van`, `SUV`. */
  readonly ownCarKind?: string;
  /**
   * The phrase means a bound without a number, as `low mileage` does. A bound given as a number for the same figure
   * has priority.
   */
  readonly isVague?: true;
  /** The filters are the energies of economical cars, as for `save petrol`. */
  readonly isEconomical?: true;
  /** The phrase excludes values: its filters have all other values. */
  readonly isExclusion?: true;
  /** How the wanted cars differ from the make or model that the text names: `cheaper`, `newer`. */
  readonly wish?: ComparedWish;
  /**
   * What happens to the words of a phrase that has no filters. `text`: the cars that have the words come first.
   * `dropped`: the words are named as not used. `ignored`: the words are left out.
   */
  readonly words?: 'text' | 'dropped' | 'ignored';
};

/**
 * A filter read from the text. Several filters with one name are alternatives. Prices are in dollars, COE in months.
 */
export type UnderstoodFilter = {
  readonly name: FilterName;
  readonly value: string;
  /** The part of the text from which the filter was read. */
  readonly typed: string;
  /** The position of `typed` in the text. */
  readonly from: number;
  readonly to: number;
};

/** A phrase that was found in a text, and the index of its first token. */
export type FoundMatch = { readonly match: PhraseMatch; readonly at: number };
