import { listedModels } from './models-by-make.ts';

/**
 * Models that sell in Singapore, by make. The name of such a model is read as a filter even when no car of the model is
 * on sale; the response then says that there is no such car. Names of models that are ordinary words are not in the
 * table.
 */
const modelsByMake: Readonly<Record<string, string>> = {
  Toyota:
    'vios|altis|corolla|corolla altis|camry|prius|sienta|noah|voxy|harrier|rav4|alphard|vellfire|hilux|hiace|yaris|gr yaris|yaris cross|estima|previa|chr|c-hr|fortuner|raize|gr86|supra|land cruiser|prado',
  Honda:
    'civic|civic type r|type r|fl5|fk8|jazz|vezel|hrv|hr-v|crv|cr-v|freed|odyssey|stepwgn|accord|fd2r|s2000|nsx|airwave',
  Nissan: 'qashqai|serena|xtrail|x-trail|sylphy|kicks|nv200|elgrand|almera|navara|gtr|gt-r|skyline|teana|juke',
  Mazda: 'cx3|cx-3|cx5|cx-5|cx8|cx-8|cx30|cx-30|mx5|mx-5|biante|premacy',
  Mitsubishi: 'attrage|outlander|lancer|evo|triton|pajero|asx|eclipse cross',
  Subaru: 'forester|impreza|wrx|sti|levorg|brz|xv|outback',
  Suzuki: 'swift|swift sport|jimny|vitara|sx4|ignis',
  Lexus: 'nx200|nx250|nx300|rx350|rx300|es250|es300h|is250|is300|ux200|ux250h|lm300h|lm350h|lc500|gs300',
  Hyundai: 'avante|elantra|tucson|kona|ioniq|ioniq 5|ioniq 6|santa fe|staria|starex|sonata|i30|i30 n|veloster|palisade',
  Kia: 'cerato|sorento|sportage|stonic|niro|ev6|ev9|picanto|carnival|carens|seltos|optima',
  BYD: 'atto|atto 3|dolphin|sealion|sealion 7|e6|song plus',
  Volkswagen:
    'golf gti|golf r|polo gti|scirocco|jetta|passat|tiguan|touran|touareg|sharan|beetle|arteon|t-roc|troc|polo',
  Volvo: 'xc40|xc60|xc90|s60|s90|v40|v60|v90|ex30|ex90|c40',
  Porsche: 'cayenne|macan|panamera|taycan|boxster|cayman|911|718',
  Land_Rover:
    'range rover|range rover sport|range rover velar|range rover evoque|evoque|velar|discovery|discovery sport|discovery 4|defender|freelander',
  Peugeot: '3008|5008|2008|208|308|408|508',
  Renault: 'kadjar|captur|megane|megane rs|scenic|grand scenic|kangoo|clio|arkana',
  Citroen: 'picasso|c4 picasso|grand picasso|spacetourer|c4 cactus|berlingo',
  Skoda: 'octavia|kodiaq|karoq|kamiq|fabia|enyaq',
  MG: 'mg4|mg5|mg zs|zs ev|mg hs',
  MINI: 'countryman|clubman|cooper|cooper s|john cooper works',
  Bentley: 'bentayga|continental gt|flying spur|mulsanne',
  Aston_Martin: 'vantage|db11|db9|dbx|vanquish|rapide',
  McLaren: '720s|570s|650s|600lt|artura|mp4-12c',
  Maserati: 'levante|ghibli|quattroporte|granturismo|grecale',
  Jaguar: 'f-pace|fpace|e-pace|i-pace|f-type|ftype|xj',
  Ferrari:
    'roma|portofino|f8|f8 tributo|sf90|812|california|458|488|purosangue|gtc4|f430|360 modena|296|296 gtb|la ferrari|laferrari',
  Lamborghini: 'huracan|aventador|urus|gallardo|revuelto|murcielago|countach|diablo|temerario',
  Rolls_Royce: 'phantom|cullinan|wraith|silver shadow|spectre|silver seraph',
  Tesla: 'model 3|model y|model s|model x|cybertruck',
  BMW: '116i|118i|216d|216i|218i|318i|320i|325i|328i|330i|330e|420i|430i|520i|523i|525i|528i|530i|530e|540i|630i|640i|730i|730li|740i|740li|x1|x2|x3|x4|x5|x6|x7|ix|ix1|ix3|i3|i4|i5|i7|i8|m2|m3|m4|m5|m8|z4',
  Audi: 'a1|a3|a4|a5|a6|a7|a8|q2|q3|q4|q5|q7|q8|tt|tts|r8|s3|s4|s5|s6|s7|s8|rs3|rs4|rs5|rs6|rs7|rsq8|sq5|sq7|sq8|e-tron|etron|e-tron gt|q4 e-tron|q6 e-tron|q8 e-tron|a6 e-tron|allroad',
  Mercedes_Benz:
    'a180|a200|a250|a35|a45|b180|b200|c180|c200|c250|c300|c63|e200|e220|e250|e300|e350|e53|e63|s320|s350|s400|s450|s500|s580|cla180|cla200|cla250|cla45|cls|gla|gla180|gla200|gla250|glb|glb200|glc|glc250|glc300|gle|gle450|gle53|gls|g63|g500|eqa|eqb|eqc|eqe|eqs|slc|slk|vito|v class|v-class|viano|maybach',
};

/**
 * Finds a model by its name without spaces and hyphens. The value has the make with the name that the API uses, and the
 * model's name for display.
 */
export const knownModels: ReadonlyMap<string, { readonly make: string; readonly name: string }> = new Map(
  [
    ...listedModels.filter(({ isReadAfterMakeOnly }) => !isReadAfterMakeOnly),
    ...Object.entries(modelsByMake).flatMap(([make, names]) => names.split('|').map((name) => ({ make, name }))),
  ]
    // When a name occurs with and without a hyphen, the name with the hyphen comes later, so that it is displayed.
    .toSorted((a, b) => Number(a.name.includes('-')) - Number(b.name.includes('-')))
    .map(({ make, name }) => [name.replace(/[ -]/g, ''), { make, name }] as const),
);

/** Whether a name belongs to a model that its maker writes with a hyphen, so that it is no ordinary word: `chr`. */
export function isCodeOfModel(name: string): boolean {
  return knownModels.get(name)?.name.includes('-') === true;
}

/**
 * Models whose names are ordinary words. Such a name is read directly after its make only: `volkswagen golf`. The same
 * name may belong to models of several makes, so the key contains the make and the name.
 */
export const modelsAfterMake: ReadonlySet<string> = new Set([
  ...listedModels.filter(({ isReadAfterMakeOnly }) => isReadAfterMakeOnly).map(({ make, name }) => `${make} ${name}`),
  'Bentley continental',
]);
