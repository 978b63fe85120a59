/** Traits of models that sellers do not state in their listings. */
export type ModelTrait = 'small' | 'large boot' | 'tall' | 'long range';

type PatternsOfMake = Readonly<Partial<Record<ModelTrait, RegExp>>>;

/**
 * Known models by make, as patterns of the title. `small` are superminis, small hatchbacks and the SUVs on their
 * platforms. `large boot` are cars with a boot of about 500 litres or more while the rear seats are up. `tall` are cars
 * with a raised seat that are neither SUVs nor MPVs. `long range` are electric models whose range by WLTP is about 500
 * km or more.
 */
const patternsByMake: Readonly<Record<string, PatternsOfMake>> = {
  Mercedes_Benz: {
    small: /^(?:AMG )?(?:A ?\d|GLA|EQA)/i,
    'large boot': /^(?:AMG )?(?:GL[BCES]|GLK|ML ?\d|EQ[BC]|EQE ?SUV|EQS ?SUV|[VR] ?(?:\d|class)|Vito|Viano)/i,
    tall: /^B ?\d/i,
    'long range': /^(?:AMG )?EQ[ES]\b/i,
  },
  BMW: {
    small: /^(?:M?1\d\d|1 Series|i3\b|X1|X2|iX1|iX2)/i,
    'large boot': /^(?:X[3-7]|iX$|iX ?[3x]|2\d\d\w* Gran Tourer)/i,
    tall: /^(?:i3\b|2\d\d\w* (?:Active|Gran) Tourer)/i,
    'long range': /^(?:i[57]\b|i4 eDrive40|iX xDrive50)/i,
  },
  Audi: {
    small: /^(?:S|RS ?)?(?:A1|A3|Q2|S1|S3|RS ?3|3 Sportback)/i,
    'large boot': /^(?:S|RS ?)?(?:Q[5-8])|^(?:A[46]|S[46]|RS ?[46]) (?:Avant|Allroad)/i,
    'long range': /^(?:A6 e-tron|Q6 e-tron|Q8 e-tron|Q8 55 e-tron)/i,
  },
  Volkswagen: {
    small: /^(?:Golf|Polo|up|T-?Cross|Beetle)/i,
    'large boot': /^(?:Touareg|Tiguan|Touran|Sharan|Passat|Arteon)/i,
  },
  MINI: { small: /^(?!Countryman)/i },
  Smart: { small: /^/ },
  Tesla: { 'large boot': /^Model [YXS]/i, 'long range': /^Model [SX]|Long Range|Performance/i },
  Toyota: {
    small: /^(?:Yaris|Vitz|Aqua|Prius C|Raize|Passo|Vios|Rush|iQ)/i,
    'large boot':
      /^(?:Harrier|RAV ?4|Alphard|Vellfire|Noah|Voxy|Estima|Previa|Fortuner|Land Cruiser|Prado|Wish|Innova|Prius\+|Hiace)/i,
    tall: /^(?:Sienta|Spade|Ractis)/i,
  },
  Honda: {
    small: /^(?:Jazz|Fit|City|Brio|WR-?V)/i,
    'large boot': /^(?:CR-?V|Odyssey|Step ?Wgn|Shuttle|Stream|Airwave)/i,
    tall: /^(?:Jazz|Fit|Freed)/i,
  },
  Nissan: {
    small: /^(?:Note|March|Micra|Leaf|Juke|Kicks|Latio)/i,
    'large boot': /^(?:X-?Trail|Serena|Elgrand|NV ?200)/i,
    tall: /^Note/i,
  },
  Mazda: { small: /^(?:2\b|Mazda ?2|CX-?3\b)/i, 'large boot': /^(?:CX-?[589]\b|CX-?60|Biante|Premacy|5\b)/i },
  Mitsubishi: { small: /^(?:Attrage|Mirage|Space Star|Colt)/i, 'large boot': /^(?:Outlander|Pajero|Xpander|Grandis)/i },
  Suzuki: { small: /^(?:Swift|Ignis|Jimny|Celerio|Baleno)/i },
  Subaru: { 'large boot': /^(?:Forester|Outback|Levorg)/i },
  Lexus: {
    small: /^(?:CT|UX|LBX)/i,
    'large boot': /^(?:NX|RX|LX|GX|LM)/i,
  },
  Hyundai: {
    small: /^(?:i20|Venue|Accent|Getz)/i,
    'large boot': /^(?:Tucson|Santa ?Fe|Palisade|Staria|Starex|Ioniq 5)/i,
    'long range': /^Ioniq 6/i,
  },
  Kia: {
    small: /^(?:Picanto|Stonic|Rio)/i,
    'large boot': /^(?:Sorento|Sportage|Carnival|Carens|EV9|EV6)/i,
    tall: /^(?:Soul|Carens)/i,
  },
  Peugeot: { small: /^(?:2008|208|207|107)/i, 'large boot': /^(?:[35]008|508 SW)/i },
  Renault: { small: /^(?:Clio|Captur|Zoe|Twingo)/i, 'large boot': /^(?:Koleos|Grand Scenic|Kadjar)/i },
  Citroen: { small: /^C3/i, 'large boot': /^(?:C5 Aircross|Grand|C4 (?:Grand )?(?:Picasso|SpaceTourer))/i },
  Skoda: { small: /^(?:Fabia|Kamiq)/i, 'large boot': /^(?:Kodiaq|Octavia|Superb|Karoq|Enyaq)/i },
  Opel: { small: /^(?:Corsa|Mokka|Adam)/i },
  Fiat: { small: /^500/i },
  BYD: {
    small: /^Dolphin/i,
    'large boot': /^(?:Sealion|Song|Tang)/i,
    tall: /^e6/i,
    'long range': /^(?:Seal\b|Han\b)/i,
  },
  MG: { small: /^MG ?(?:3|4)/i, 'large boot': /^(?:MG )?HS|^MG5/i },
  Volvo: { small: /^(?:EX30|V40)/i, 'large boot': /^(?:XC ?[69]0|EX90|V[679]0)/i },
  Porsche: { 'large boot': /^(?:Cayenne|Macan)/i },
  Polestar: { 'long range': /Long Range/i },
  Land_Rover: { 'large boot': /^(?:Range Rover(?! Evoque)|Discovery|Defender)/i },
  Jaguar: { 'large boot': /^F-?Pace/i },
  Jeep: { small: /^Renegade/i, 'large boot': /^Grand/i },
  Lamborghini: { 'large boot': /^Urus/i },
  Rolls_Royce: { 'large boot': /^Cullinan/i, 'long range': /^Spectre/i },
  Bentley: { 'large boot': /^Bentayga/i },
  Genesis: { 'large boot': /^GV[78]0/i },
};

const noPatterns: PatternsOfMake = {};

/**
 * Whether a model is known to have a trait.
 * @param brand the make as the API names it
 */
export function hasModelTrait(brand: string, title: string, trait: ModelTrait): boolean {
  const patterns = Object.hasOwn(patternsByMake, brand) ? patternsByMake[brand] : noPatterns;
  return patterns?.[trait]?.test(title) ?? false;
}
