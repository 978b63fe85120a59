import { makeKey } from '@carhouse/domain/brand/brand-spellings';
import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { findRegion } from '@carhouse/domain/listing/region';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { hasModelTrait } from '../model-traits.ts';
import type { CatalogueQuery } from '../query.ts';
import { type ListedModel, listedModels } from './models-by-make.ts';
import type { Filter } from './phrase-match.ts';
import { findSimilarBodies } from './similar-bodies.ts';
import { findSimilarColours } from './similar-colours.ts';
import { readTokens } from './tokens.ts';
import { findTradePhrase } from './trade-phrases.ts';

/** The filters and the order of the cars that are most similar to a make or model that no car on sale has. */
export type AlikeCars = {
  /** The filters that similar cars meet. These filters are added to the filters of the search and replace none. */
  readonly filters: readonly Filter[];
  /**
   * Which prices are similar among the cars of the same kind: the lowest, all but the lowest quarter, those from the
   * middle on, or the highest. The value is null when every named make, body and fuel is on sale.
   */
  readonly priceClass: 'cheapest' | 'above quarter' | 'middle' | 'dearest' | null;
  /** The trait of car-traits.ts that says how large the model is, as a preferred phrase; null for an unknown size. */
  readonly size: 'is:small' | 'is:roomy' | null;
  /** The bodies nearest to the searched bodies, when the make is on sale but not with these bodies. */
  readonly similarBodies: readonly Filter[];
  /** Whether a make on sale is a class of its own, so that no other make is near: Ferrari, Rolls-Royce. */
  readonly isMakeOfItsOwn: boolean;
};

/**
 * The models of `known-models.ts` by the phrase of the trade that says what kind of car they are. Models that are sold
 * with several bodies are not in the table.
 */
const modelsByKind: Readonly<Record<string, string>> = {
  'hot hatch':
    'civic type r|type r|fl5|fk8|fd2r|golf gti|golf r|polo gti|gr yaris|swift sport|cooper s|john cooper works|i30 n|megane rs',
  hatchback:
    'jazz|prius|yaris|swift|ignis|picanto|polo|cooper|clubman|fabia|208|308|clio|dolphin|mg4|i30|v40|airwave|beetle|megane|ioniq|sx4',
  suv: 'harrier|rav4|chr|c-hr|fortuner|raize|yaris cross|land cruiser|prado|vezel|hrv|hr-v|crv|cr-v|qashqai|xtrail|x-trail|kicks|juke|cx3|cx-3|cx5|cx-5|cx8|cx-8|cx30|cx-30|outlander|pajero|asx|eclipse cross|forester|xv|jimny|vitara|nx200|nx250|nx300|rx350|rx300|ux200|ux250h|tucson|kona|santa fe|palisade|sorento|sportage|stonic|niro|ev9|seltos|atto|atto 3|sealion|sealion 7|tiguan|touareg|t-roc|troc|xc40|xc60|xc90|ex30|ex90|c40|cayenne|macan|range rover|range rover sport|range rover velar|range rover evoque|discovery sport|evoque|velar|discovery|defender|freelander|3008|2008|kadjar|captur|arkana|c4 cactus|kodiaq|karoq|kamiq|enyaq|mg zs|zs ev|mg hs|countryman|x1|x2|x3|x4|x5|x6|x7|ix|ix1|ix3|q2|q3|q4|q5|q7|q8|rsq8|sq5|sq7|sq8|gla|gla180|gla200|gla250|glb|glb200|glc|glc250|glc300|gle|gle450|gle53|gls|g63|g500|eqa|eqb|eqc|urus|cullinan|purosangue|model x|model y|bentayga|dbx|levante|grecale|f-pace|fpace|e-pace|i-pace|ev6|ioniq 5|song plus',
  mpv: 'sienta|noah|voxy|alphard|vellfire|estima|previa|freed|odyssey|stepwgn|serena|elgrand|biante|premacy|lm300h|lm350h|staria|starex|carnival|carens|touran|sharan|5008|grand scenic|picasso|c4 picasso|grand picasso|spacetourer|scenic|e6|v class|v-class|viano',
  sedan:
    'model 3|model s|vios|altis|corolla|corolla altis|evo|wrx|sti|arteon|camry|civic|accord|sylphy|almera|teana|attrage|lancer|impreza|es250|es300h|is250|is300|gs300|avante|elantra|sonata|ioniq 6|cerato|optima|jetta|passat|s60|s90|taycan|panamera|octavia|flying spur|mulsanne|rapide|ghibli|quattroporte|xj|508|408',
  wagon: 'levorg|outback|v60|v90|mg5',
  coupe:
    'gr86|supra|brz|skyline|gtr|gt-r|nsx|lc500|scirocco|veloster|granturismo|continental|continental gt|vantage|db11|db9|vanquish|f-type|ftype|cayman',
  convertible: 'mx5|mx-5|s2000|boxster|z4|slc|slk',
  pickup: 'hilux|navara|triton|cybertruck',
  van: 'hiace|nv200|kangoo|berlingo|vito',
};

const electricModels = readModelKeys(
  'atto|atto 3|song plus|dolphin|seal|han|sealion|sealion 7|e6|mg4|mg5|zs ev|leaf|ioniq 5|ioniq 6|ev6|ev9|taycan|i-pace|i3|i4|i5|i7|ix|ix1|ix3|eqa|eqb|eqc|eqe|eqs|e-tron|etron|enyaq|ex30|ex90|c40|model 3|model y|model s|model x|cybertruck|spectre|q4',
);
const hybridModels = readModelKeys('prius|ioniq');
/** Models with seven seats, besides the MPVs. */
const sevenSeatModels = readModelKeys(
  'fortuner|land cruiser|prado|cx8|cx-8|outlander|pajero|santa fe|palisade|sorento|ev9|discovery|xc90|ex90|kodiaq|x7|gls|glb|glb200|eqb|q7',
);
/** MPVs with five seats. */
const fiveSeatMpvs = readModelKeys('e6|picasso|c4 picasso|scenic');

const kindsByModel: ReadonlyMap<string, string> = new Map(
  Object.entries(modelsByKind).flatMap(([kind, names]) =>
    names.split('|').map((name) => [makeModelKey(name), kind] as const),
  ),
);
/**
 * The kinds of car that serve the purpose of a body that no car on sale has. For a van, these kinds are MPVs and
 * estates, because goods fit into them.
 */
const kindsByAbsentBody: Readonly<Record<string, readonly string[]>> = {
  van: ['mpv', 'wagon'],
  lorry: ['mpv', 'wagon'],
  pickup: ['suv'],
};
/** Makes of which nearly every car is of one kind. */
const kindsByMake: Readonly<Record<string, string>> = {
  MINI: 'hatchback',
  Smart: 'hatchback',
  Jeep: 'suv',
  Land_Rover: 'suv',
};
/**
 * The most frequent kinds and fuels of each make, as phrases of the trade. They are used when a search names the make
 * and no model.
 */
const phrasesByMake: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      [
        ['electric'],
        'BYD|Xpeng|Zeekr|Polestar|Aion|NIO|Denza|Deepal|Leapmotor|Avatr|Aiways|Ora|Skywell|Lucid|Rivian|Fisker|VinFast|Tesla|MG|GAC',
      ],
      [['suv', 'petrol', 'hybrid'], 'Jeep|Land Rover|Haval|Tata|Ineos|Hummer|Volvo|Subaru|SsangYong'],
      [['suv'], 'Jaecoo|Omoda|Chery'],
      // Nearly every car of these makes has an engine.
      [['sedan', 'suv', 'petrol', 'hybrid'], 'Lexus|Infiniti|Genesis|Jaguar|Acura|Cadillac|Maserati|Alfa Romeo'],
      [['sports car'], 'Porsche|Lotus|Morgan|Caterham|Alpine|TVR|KTM|Wiesmann'],
      [['hatchback'], 'MINI|Smart|Abarth|Fiat|Cupra|Opel|Vauxhall|Skoda|SEAT|Perodua|Daihatsu|Suzuki|Dacia'],
      [['sedan'], 'Proton|Maybach'],
      [['mpv'], 'Maxus|LDV'],
      [['pickup'], 'Isuzu|RAM|GMC'],
    ] as const
  ).flatMap(([phrases, makes]) => makes.split('|').map((make) => [makeKey(make), phrases] as const)),
);
const supercarMakes = readMakeKeys('Ferrari|Lamborghini|McLaren|Bugatti|Pagani|Koenigsegg|Aston Martin');
/** Makes whose cars cost more than those of most other makes. */
const expensiveMakes = readMakeKeys('Rolls-Royce|Bentley|Maybach');
/** Makes whose cars cost more than those of the mass market. */
const premiumMakes = readMakeKeys(
  'Porsche|Lexus|Land Rover|Jaguar|Volvo|Infiniti|Genesis|Maserati|Mercedes-Benz|BMW|Audi|Alfa Romeo|Tesla',
);
const isClassOfItsOwn = (key: string): boolean => supercarMakes.has(key) || expensiveMakes.has(key);
/** Models that cost more than the other cars of their make. */
const premiumModels = readModelKeys(
  'harrier|alphard|vellfire|land cruiser|prado|crown|lm300h|lm350h|supra|nsx|gtr|gt-r|touareg|palisade|staria|carnival|ev9|odyssey|elgrand',
);

/**
 * Finds filters and prices for cars that are similar to the makes and models that a search names and no car on sale
 * has. A Honda Jazz, for example, is a hatchback, so cheap hatchbacks are nearer to it than other cars.
 */
export function findAlike(namedFilters: readonly Filter[], vocabulary: Vocabulary): AlikeCars {
  const filters = namedFilters.filter(({ value }) => !isExcludedModel(value));
  const absentModels = filters.filter(({ name, value }) => name === 'model' && !vocabulary.isOnSale('model', value));
  const absentMakes = [
    ...filters.flatMap(({ name, value }) => (name === 'brand' ? [value] : [])),
    ...absentModels.map(({ value }) => value.slice(0, value.indexOf('/'))),
  ].filter((make) => !vocabulary.isOnSale('brand', make));
  const absentBodies = filters.filter(({ name, value }) => name === 'body' && !vocabulary.isOnSale('body', value));
  const absentColours = filters.filter(({ name, value }) => name === 'colour' && !vocabulary.isOnSale('colour', value));
  const absentPlaces = filters.filter(
    ({ name, value }) => name === 'location' && !vocabulary.isOnSale('location', value),
  );
  const regions = new Set(absentPlaces.flatMap(({ value }) => findRegion(value) ?? []));
  const isDieselAsked = filters.some(({ name, value }) => name === 'fuel' && value === 'diesel');
  const [make] = absentMakes;
  const [model, ...furtherModels] = absentModels;
  const namedKind = findKind(model?.value ?? '', make ?? '');
  const furtherKinds = furtherModels.map(({ value }) => findKind(value, ''));
  // When a search names several such models, only their common features are used, such as electric power when all of
  // them are electric.
  const factsOfModel = listFactPhrases(model?.value ?? '', omitMissingVan(namedKind, vocabulary)).filter((phrase) =>
    furtherModels.every(({ value }, index) => listFactPhrases(value, furtherKinds[index]).includes(phrase)),
  );
  const kind = omitMissingVan(namedKind, vocabulary);
  const isSportyManualAsked =
    filters.some(({ name, value }) => name === 'transmission' && value === 'manual') &&
    filters.some(({ name, value }) => name === 'sort' && value === '-power');
  const isSupercar = absentMakes.some((name) => supercarMakes.has(makeKey(name)));
  const phrases = [
    ...(kind === undefined ? [] : [kind]),
    ...(absentModels.length === 0 ? findCommonPhrases(absentMakes) : []),
    // The gearbox of a sports car with an engine is nearest to a manual one.
    ...(isSportyManualAsked ? ['sports car', 'petrol'] : []),
    ...(kind === 'hot hatch' ? ['hatchback'] : []),
    ...(isSupercar ? ['supercar'] : []),
    // Buyers choose a diesel for its low consumption.
    ...(isDieselAsked && absentBodies.length === 0 ? ['hybrid'] : []),
    ...(kind === namedKind ? [] : (kindsByAbsentBody.van ?? [])),
    ...absentBodies.flatMap(({ value }) => kindsByAbsentBody[value.toLowerCase()] ?? []),
    ...new Set(
      furtherKinds.filter((furtherKind) => furtherKind !== undefined && furtherKind !== kind && furtherKind !== 'van'),
    ),
    ...factsOfModel,
  ] as readonly string[];
  return {
    filters: [
      ...makeKindFilters([...new Set(phrases)], vocabulary),
      ...findModelsOfFamily(
        absentModels.map(({ value }) => value),
        vocabulary,
      ),
      ...absentColours.flatMap(({ value }) => findSimilarColours(value, vocabulary)),
      ...[...regions].map((value): Filter => ({ name: 'region', value })),
      ...(absentModels.length + absentMakes.length > 0 ? [] : findSimilarFuels(filters)),
    ],
    priceClass: choosePriceClass(
      absentMakes,
      absentModels.map(({ value }) => value),
      absentBodies.length > 0 || isDieselAsked,
      phrases.includes('sports car') && !filters.some(({ name }) => name === 'body'),
    ),
    size: findCommonSize(absentModels, kind),
    similarBodies: findSimilarBodies(filters, vocabulary),
    isMakeOfItsOwn: filters.some(({ name, value }) => name === 'brand' && isClassOfItsOwn(makeKey(value))),
  };
}

/**
 * The energies nearest to the asked one: to a plug-in hybrid another hybrid, to a hybrid an electric car. For an
 * electric car, no other energy is near.
 */
function findSimilarFuels(filters: readonly Filter[]): readonly Filter[] {
  const askedFuels = new Set(filters.flatMap(({ name, value }) => (name === 'fuel' ? [value] : [])));
  const hasFuelWithoutSimilar = ['petrol', 'diesel', 'electric'].some((value) => askedFuels.has(value));
  if (hasFuelWithoutSimilar || askedFuels.size === 0) return [];
  return [{ name: 'fuel', value: askedFuels.has('hybrid') ? 'electric' : 'hybrid' }];
}

/**
 * The features, besides the kind, that at least half of the makes share: the Chinese makes on this market are mostly
 * electric.
 */
function findCommonPhrases(makes: readonly string[]): readonly string[] {
  const phraseLists = makes.map((make) => phrasesByMake.get(makeKey(make)) ?? []);
  return [...new Set(phraseLists.flat())].filter(
    (phrase) => phraseLists.filter((phrases) => phrases.includes(phrase)).length * 2 >= makes.length,
  );
}

/** The kind of a model, unless it is a van and no van is on sale. */
function omitMissingVan(kind: string | undefined, vocabulary: Vocabulary): string | undefined {
  return kind === 'van' && isWithoutVans(vocabulary) ? undefined : kind;
}

/** The size that all of the models have in common. */
function findCommonSize(models: readonly Filter[], kind: string | undefined): AlikeCars['size'] {
  const [size = null, ...others] = models.map(({ value }) => findSize(value, findKind(value, '') ?? kind));
  return others.every((other) => other === size) ? size : null;
}

/** What is known about a model, whether or not it is on sale: its kind, its size, and the phrases for its facts. */
export function findKindOfModel(
  model: string,
  make: string,
): { readonly kind: string | undefined; readonly size: AlikeCars['size']; readonly phrases: readonly string[] } {
  const brand = model.slice(0, model.indexOf('/'));
  const words = model.slice(brand.length + 1).split(' ');
  // `Q5 Sportback` is a Q5, and `GLC 300 Coupé` a GLC 300.
  const names = [words, words.slice(0, 2), words.slice(0, 1)].map((part) => `${brand}/${part.join(' ')}`);
  const knownName = names.find((name) => findKind(name, '') !== undefined) ?? model;
  const kind = findKind(knownName, make);
  const phrases = kind === undefined ? [] : [kind, ...listFactPhrases(knownName, kind)];
  return { kind, size: findSize(knownName, kind), phrases };
}

/** The filters of kinds of car, such as `suv` or `third row`. */
export function makeKindFilters(kinds: readonly string[], vocabulary: Vocabulary): readonly Filter[] {
  return kinds.flatMap((kind) => findTradePhrase(readTokens(kind), 0, vocabulary)?.filters ?? []);
}

function isWithoutVans(vocabulary: Vocabulary): boolean {
  return !vocabulary.listValues('body').some(({ tokens }) => tokens.includes('van'));
}

/** Maximum number of models of a family. */
const familyMaximum = 40;

/**
 * The models on sale of the same make and family: C 180 for a C 300, M4 for an M2, 116i for a 118i. A family has the same
 * letters before the number, or the same first digit. An X5 is no X3, and an A8 no A4.
 */
function findModelsOfFamily(absentModels: readonly string[], vocabulary: Vocabulary): readonly Filter[] {
  const absentFamilies = new Set(absentModels.map(readFamily));
  return vocabulary
    .listValues('model')
    .filter(({ value }) => absentFamilies.has(readFamily(value)))
    .slice(0, familyMaximum)
    .map(({ value }): Filter => ({ name: 'model', value }));
}

/** The make and the letters or the first digit of a model whose name is a code; the whole name of another model. */
function readFamily(model: string): string {
  const make = model.slice(0, model.indexOf('/'));
  const name = model
    .slice(make.length + 1)
    .toLowerCase()
    .replace(/^(?:amg|maybach) /, '');
  const code =
    /^(?:x|s?q|i|ix|a)\d\b/.exec(name)?.[0] ?? /^([a-z]{1,3}) ?-?\d/.exec(name)?.[1] ?? /^\d(?=\d\d)/.exec(name)?.[0];
  return `${make}/${code ?? name}`;
}

/**
 * The prices of the cars that are offered instead. When an expensive make was searched, these are the highest prices.
 * For a premium model, these are the prices from the middle on, and for a premium make all except the lowest quarter.
 * Otherwise these are the lowest prices. Buyers need a van or lorry for work, and a diesel to save money.
 */
function choosePriceClass(
  absentMakes: readonly string[],
  absentModels: readonly string[],
  isForSaving: boolean,
  areSportsCars: boolean,
): AlikeCars['priceClass'] {
  if (absentMakes.some((name) => expensiveMakes.has(makeKey(name)))) return 'dearest';
  const isPremium =
    absentModels.some((name) => premiumModels.has(readModelKey(name))) ||
    // The word `Japanese` names premium makes and other makes.
    (absentMakes.length > 0 && absentMakes.every((name) => premiumMakes.has(makeKey(name))));
  // The middle of all sports cars is a supercar.
  // A make has cheaper models, too.
  if (isPremium && !areSportsCars) return absentModels.length > 0 ? 'middle' : 'above quarter';
  return absentMakes.length + absentModels.length > 0 || isForSaving ? 'cheapest' : null;
}

function findKind(model: string, make: string): string | undefined {
  return (
    findListedModel(model)?.kind ?? kindsByModel.get(readModelKey(model)) ?? findKindByCode(model) ?? kindsByMake[make]
  );
}

const listedModelsByKey: ReadonlyMap<string, ListedModel> = new Map(
  listedModels.map((model) => [`${model.make}/${makeModelKey(model.name)}`, model]),
);

function findListedModel(model: string): ListedModel | undefined {
  return listedModelsByKey.get(`${model.slice(0, model.indexOf('/'))}/${readModelKey(model)}`);
}

/** SUVs on the platform of a small car, besides those of model-traits.ts. */
const smallSuvs = readModelKeys(
  'vezel|hrv|hr-v|chr|c-hr|cx3|cx30|kicks|juke|asx|xv|jimny|vitara|kona|stonic|niro|seltos|atto|atto 3|t-roc|troc|xc40|countryman|mg zs|zs ev|captur|c4 cactus|e-pace|evoque|qashqai|yaris cross|raize|arkana|kadjar|eqa|gla|q2|x1|x2',
);

/** Kinds whose cars differ so much in size that the size matters. */
const kindsOfManySizes: ReadonlySet<string> = new Set(['suv']);

function findSize(model: string, kind: string | undefined): AlikeCars['size'] {
  if (!kindsOfManySizes.has(kind ?? '')) return null;
  const at = model.indexOf('/');
  const [make, name] = [model.slice(0, at), model.slice(at + 1)];
  const facts = findListedModel(model)?.facts;
  const isSmall = facts?.has('small') === true || smallSuvs.has(readModelKey(model));
  if (isSmall || hasModelTrait(make, name, 'small')) return 'is:small';
  return facts?.has('large') === true || hasModelTrait(make, name, 'large boot') ? 'is:roomy' : null;
}

/** The kinds of the models whose names are a code, by make: the class of a Mercedes-Benz, the series of a BMW. */
const kindsByCode: Readonly<Record<string, readonly (readonly [pattern: RegExp, kind: string])[]>> = {
  BMW: [
    [/^[12]\d\d[a-z]*$|^i3$/i, 'hatchback'],
    [/^[3567]\d\d[a-z]*$|^m[35]$|^i[457]$/i, 'sedan'],
    [/^4\d\d[a-z]*$|^m[248]$|^i8$/i, 'coupe'],
  ],
  Audi: [
    [/^(?:a1|a3|s1|rs3)$/i, 'hatchback'],
    [/^(?:a[45678]|s[345678]|rs7)$/i, 'sedan'],
    [/^(?:rs[46]|allroad)$/i, 'wagon'],
    [/^(?:tts?|r8|rs5)$/i, 'coupe'],
    [/^e-?tron$/i, 'suv'],
  ],
  Mercedes_Benz: [
    [/^[ab]\d+$/i, 'hatchback'],
    [/^(?:c|e|s|cla|cls)\d*$|^eq[es]$|^maybach$/i, 'sedan'],
  ],
  McLaren: [[/./, 'coupe']],
};

function findKindByCode(model: string): string | undefined {
  const make = model.slice(0, model.indexOf('/'));
  const name = model.slice(make.length + 1).replaceAll(' ', '');
  const kinds = Object.hasOwn(kindsByCode, make) ? kindsByCode[make] : undefined;
  return kinds?.find(([pattern]) => pattern.test(name))?.[1];
}

/** Returns the phrases for the known facts of a model besides its body: its energy and its seats. */
function listFactPhrases(model: string, kind: string | undefined): readonly string[] {
  const key = readModelKey(model);
  const facts = findListedModel(model)?.facts;
  const isFiveSeatMpv = fiveSeatMpvs.has(key) || facts?.has('5') === true;
  const hasSevenSeats = sevenSeatModels.has(key) || facts?.has('7') === true || (kind === 'mpv' && !isFiveSeatMpv);
  return [
    ...(electricModels.has(key) || facts?.has('electric') === true ? ['electric'] : []),
    ...(hybridModels.has(key) || facts?.has('hybrid') === true ? ['hybrid'] : []),
    ...(hasSevenSeats ? ['third row'] : []),
  ];
}

/** The makes, models, bodies, fuels, gearboxes, colours and places of a search, and its order when that is the power. */
export function listQueryFilters({
  facetFilters,
  order,
}: Pick<CatalogueQuery, 'facetFilters' | 'order'>): readonly Filter[] {
  const facets = ['brand', 'model', 'body', 'fuel', 'transmission', 'colour', 'location'] as const;
  return [
    ...facets.flatMap((name) => (facetFilters[name] ?? []).map((value): Filter => ({ name, value }))),
    ...(order.by === 'power' && order.descending ? [{ name: 'sort', value: '-power' } as const] : []),
  ];
}

/** The name of a model, such as `BYD/Atto 3`, as the tables have it. */
function readModelKey(model: string): string {
  return makeModelKey(model.slice(model.indexOf('/') + 1).toLowerCase());
}

function makeModelKey(name: string): string {
  return name.replaceAll(/[ .-]/g, '');
}

function readModelKeys(names: string): ReadonlySet<string> {
  return new Set(names.split('|').map(makeModelKey));
}

function readMakeKeys(names: string): ReadonlySet<string> {
  return new Set(names.split('|').map(makeKey));
}
