/**
 * The names of makes of cars, vans, lorries and buses in their official spelling. The list is used only to correct
 * spellings. The table `brand` has the brands that this server offers.
 */
// biome-ignore format: a list of names reads best as running text
export const carMakeNames: readonly string[] = [
  'Abarth', 'AC', 'Acura', 'Aion', 'Aiways', 'Alfa Romeo', 'Alpina', 'Alpine', 'Aston Martin', 'Audi', 'Austin',
  'Austin-Healey', 'Avatr', 'BAC', 'BAIC', 'Bentley', 'Bertone', 'BMW', 'Borgward', 'Bugatti', 'Buick', 'BYD', 'Cadillac',
  'CAMC', 'Caterham', 'Changan', 'Chery', 'Chevrolet', 'Chrysler', 'Citroen', 'Cupra', 'Dacia', 'Daewoo', 'DAF',
  'Daihatsu', 'Daimler', 'Datsun', 'Deepal', 'Denza', 'DFSK', 'Dodge', 'Dongfeng', 'Donkervoort', 'DS', 'Ferrari', 'Fiat',
  'Fisker', 'Ford', 'Foton', 'Freightliner', 'Fuso', 'GAC', 'Geely', 'Genesis', 'GMC', 'Golden Dragon', 'Great Wall',
  'GWM', 'Haval', 'Higer', 'Hino', 'Holden', 'Honda', 'Hongqi', 'Hummer', 'Hyundai', 'Ineos', 'Infiniti', 'Isuzu',
  'Iveco', 'JAC', 'Jaecoo', 'Jaguar', 'Jeep', 'Jensen', 'Joylong', 'Kia', 'King Long', 'Koenigsegg', 'KTM', 'Lada',
  'Lamborghini', 'Lancia', 'Land Rover', 'LDV', 'Leapmotor', 'Lexus', 'Lincoln', 'Lotus', 'Lucid', 'Lynk & Co', 'MAN',
  'Maserati', 'Maxus', 'Maybach', 'Mazda', 'McLaren', 'Mercedes-Benz', 'MG', 'MINI', 'Mitsubishi', 'Mitsuoka', 'Morgan',
  'Morris', 'NIO', 'Nissan', 'Noble', 'Oldsmobile', 'Omoda', 'Opel', 'Ora', 'Pagani', 'Perodua', 'Peugeot', 'Plymouth',
  'Polestar', 'Pontiac', 'Porsche', 'Proton', 'RAM', 'Renault', 'Rimac', 'Rivian', 'Rolls-Royce', 'Rover', 'RUF', 'Saab',
  'Scania', 'SEAT', 'Seres', 'Shineray', 'Skoda', 'Skywell', 'Smart', 'Sokon', 'Spyker', 'SsangYong', 'Subaru',
  'Suzuki', 'Tata', 'TD', 'Tesla', 'Toyota', 'Triumph', 'TVR', 'UD', 'Vauxhall', 'VinFast', 'Volkswagen', 'Volvo',
  'Westfield', 'Wiesmann', 'Wuling', 'Xpeng', 'Yutong', 'Zeekr',
];

/**
 * Short, old and wrong spellings, each with the make in its official spelling. Spellings are compared by their
 * `makeKey`.
 */
const carMakesByAlias: Readonly<Record<string, string>> = {
  Alfa: 'Alfa Romeo',
  Aston: 'Aston Martin',
  Beemer: 'BMW',
  Bimmer: 'BMW',
  Chevy: 'Chevrolet',
  'DS Automobiles': 'DS',
  Land: 'Land Rover',
  'Range Rover': 'Land Rover',
  Lambo: 'Lamborghini',
  Mercedes: 'Mercedes-Benz',
  'Mercedes AMG': 'Mercedes-Benz',
  Merc: 'Mercedes-Benz',
  Benz: 'Mercedes-Benz',
  'Mercedes Maybach': 'Maybach',
  'Mini Cooper': 'MINI',
  'Morris Garages': 'MG',
  Rolls: 'Rolls-Royce',
  'UD Trucks': 'UD',
  Volks: 'Volkswagen',
  VW: 'Volkswagen',
  'Westfield Sportscars': 'Westfield',
};

/**
 * Returns the key by which spellings are compared. `Mercedes Benz`, `mercedes-benz` and `Mercedes_Benz` have the same
 * key. `B.M.W.` has the key of `bmw`, and `Citroën` has the key of `citroen`.
 */
export function makeKey(spelling: string): string {
  const normalisedSpelling = spelling
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const key = normalisedSpelling.replace(/[^\p{L}\p{N}&]+/gu, '');
  return keysByAliasKey.get(key) ?? key;
}

/** Returns the make's official spelling; undefined for an unknown make. */
export function findMakeName(key: string): string | undefined {
  return namesByMakeKey.get(key);
}

/**
 * Returns other names of a make, by its key, such as `vw` for `volkswagen`. Only single words are returned: `Range
 * Rover` does not name every Land Rover.
 */
export function listMakeAliases(key: string): readonly string[] {
  return aliasesByMakeKey.get(key) ?? [];
}

/**
 * Returns the words at the start of a title that name a make: `MINI` of `MINI Cooper S`, `Land Rover` of `Land Rover
 * Defender`.
 * @param isBrand whether a key belongs to a brand in the table `brand`. The brands of this table are also accepted as
 *   makes.
 */
export function findMakeInTitle(title: string, isBrand: (key: string) => boolean): string | undefined {
  const words = title.split(' ');
  for (let wordCount = Math.min(3, words.length); wordCount > 0; wordCount -= 1) {
    const startOfTitle = words.slice(0, wordCount).join(' ');
    const key = makeKey(startOfTitle);
    if (namesByMakeKey.has(key) || isBrand(key)) return startOfTitle;
  }
  return undefined;
}

/**
 * Groups of makes that share car models, or that were one make in the past. The title of a car of one make may name any
 * other make of its group. The groups come from the makers' histories (Abarth of Fiat, Alpina of BMW, Maybach and Smart
 * of Mercedes-Benz, RAM of Dodge, Cupra of SEAT, DS of Citroen, and so on).
 */
const relatedMakeGroups: readonly (readonly string[])[] = [
  ['Abarth', 'Fiat', 'Alfa Romeo'],
  ['Alpina', 'BMW', 'MINI'],
  ['Alpine', 'Renault', 'Dacia'],
  ['Maybach', 'Mercedes-Benz', 'Smart', 'Daimler'],
  ['RAM', 'Dodge', 'Chrysler', 'Jeep'],
  ['Cupra', 'SEAT', 'Volkswagen'],
  ['DS', 'Citroen'],
  ['Opel', 'Vauxhall', 'Holden'],
  ['RUF', 'Porsche'],
  ['Daimler', 'Jaguar'],
  ['Datsun', 'Nissan'],
  ['Genesis', 'Hyundai'],
  ['Lexus', 'Toyota'],
  ['Ora', 'Haval', 'GWM', 'Great Wall'],
  ['Fuso', 'Mitsubishi'],
  ['Denza', 'BYD'],
  ['Aion', 'GAC'],
  ['Polestar', 'Volvo'],
  ['Land Rover', 'Rover'],
  ['Acura', 'Honda'],
  ['Infiniti', 'Nissan'],
];

/**
 * Returns the make at the start of a text when it certainly differs from the make `spelling`: for the text `Audi A4`
 * and `BMW` the result is `Audi`. The result is undefined when one of the two makes is unknown, or when the two makes
 * are related. Only full names of makes count: `Land Cruiser` is not a Land Rover, and a name of two letters may be a
 * model.
 */
export function findOtherMakeAtStart(text: string, spelling: string): string | undefined {
  const chosenMake = findMakeName(makeKey(spelling));
  if (chosenMake === undefined) return undefined;
  const words = text.trim().split(/\s+/, 3);
  for (let wordCount = words.length; wordCount > 0; wordCount -= 1) {
    const startOfTitle = words.slice(0, wordCount).join(' ');
    const make = findMakeName(makeKey(startOfTitle));
    if (make === undefined || normaliseMake(startOfTitle) !== normaliseMake(make)) continue;
    if (make === chosenMake) return undefined;
    if (
      normaliseMake(make).length < 3 ||
      relatedMakeGroups.some((makeGroup) => makeGroup.includes(make) && makeGroup.includes(chosenMake))
    )
      continue;
    return make;
  }
  return undefined;
}

function normaliseMake(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Returns the spelling to store for an unknown make: the spelling in the title, or else a capital letter at the start
 * of each word.
 */
export function spellUnknownMake(spelling: string, title: string): string {
  const knownMake = findMakeName(makeKey(spelling));
  if (knownMake !== undefined) return knownMake;
  const startOfTitle = title.slice(0, spelling.length);
  if (startOfTitle.toLowerCase() === spelling.toLowerCase() && /^(?:\s|$)/.test(title.slice(spelling.length)))
    return startOfTitle;
  if (spelling !== spelling.toLowerCase()) return spelling;
  return spelling.replace(
    /(^|[\s-])(\p{L})/gu,
    (_, precedingText: string, letter: string) => precedingText + letter.toUpperCase(),
  );
}

// The short, old and wrong spellings are added after the makes' own names, because they refer to the keys of the names.
const keysByAliasKey = new Map<string, string>();
const namesByMakeKey = new Map(carMakeNames.map((make) => [makeKey(make), make]));
for (const [spelling, make] of Object.entries(carMakesByAlias)) keysByAliasKey.set(makeKey(spelling), makeKey(make));
const aliasesByMakeKey = new Map<string, string[]>();
for (const [spelling, make] of Object.entries(carMakesByAlias)) {
  if (spelling.includes(' ')) continue;
  const key = makeKey(make);
  aliasesByMakeKey.set(key, [...(aliasesByMakeKey.get(key) ?? []), spelling.toLowerCase()]);
}

/** All spellings of makes that are a single word, in lower case: `tesla`, `mercedes`, `vw`. */
export const carMakeSpellings: readonly string[] = [...carMakeNames, ...Object.keys(carMakesByAlias)]
  .map((name) => name.toLowerCase())
  .filter((name) => /^[a-z]+$/.test(name));
