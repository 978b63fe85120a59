import { carMakesByGroup } from '@carhouse/domain/brand/makes-of-group';
import { lowYearlyMileageLimit } from '@carhouse/domain/car/yearly-mileage';

import { bodyVocabulary } from './body-vocabulary.ts';
import { chargingVocabulary } from './charging-vocabulary.ts';
import { comparisonVocabulary } from './comparison-vocabulary.ts';
import { purposeVocabulary } from './purpose-vocabulary.ts';
import { remarkVocabulary } from './remark-vocabulary.ts';
import { renewedCoeFact, unrenewedCoeFilter } from './renewed-coe.ts';
import { siteVocabulary } from './site-vocabulary.ts';
import { superlativeVocabulary } from './superlative-vocabulary.ts';
import { makeEntry, makeFiltersEntry, type PhraseExceptions, splitPhrases, type TradeEntry } from './trade-entry.ts';

const makeColourEntry = (phrases: string, words = phrases) =>
  makeEntry(phrases, { is: 'colour', words: splitPhrases(words) }, exceptionsOfColourWords);
const makeMakesEntry = (phrases: string, makes: readonly string[]) => makeEntry(phrases, { is: 'makes', makes });
const makeModelsEntry = (phrases: string, make: string, title: RegExp) =>
  makeEntry(phrases, { is: 'models', make, title });
const makeOpinionEntry = (phrases: string) => makeEntry(phrases, { is: 'opinion' });
/** Nouns after a colour which show that the colour is not the colour of the car. */
const exceptionsOfColourWords: PhraseExceptions = {
  unlessBefore:
    /^(?:interiors?|leather|seats?|roof|rims?|wheels?|top|trim|upholstery|calipers?|stitching|plate|headliner|carpet|edition|series|badge|line|accents?|pack)$/,
};
/** Words beside `electric` or `hybrid` which show that these do not name the fuel: `electric seats`, `mild hybrid`. */
const exceptionsOfFuelWords: PhraseExceptions = {
  unlessBefore:
    /^(?:seats?|tailgate|boot|sunroof|roof|windows?|mirrors?|doors?|blinds?|steering|folding|parking|brake)$/,
  unlessAfter: /^(?:mild|semi)$/,
};
/** Words after `auto` or `manual` which show that these do not name the gearbox: `auto park`, `manual book`. */
const exceptionsOfGearboxWords: PhraseExceptions = {
  unlessBefore:
    /^(?:park|parking|hold|lights?|headlights?|headlamps?|tailgate|boot|pilot|cruise|aircon|wipers?|mode|book|climate|doors?|start|sliding|slide|tailgates)$/,
};
/**
 * Words after `dealer` or `owner` which show that `dealer` or `owner` does not name the seller: `dealer maintained`.
 */
const exceptionsOfDealerWords: PhraseExceptions = {
  unlessBefore: /^(?:hire|maintained|serviced|service|servicing|plate|warranty|workshop|history|records?)$/,
};
const makeOwnersEntry = (phrases: string, ...counts: readonly string[]) =>
  makeFiltersEntry(
    phrases,
    counts.map((count) => ['owners', count] as const),
  );
/** Words after `cat a coe` which show that the COE has a meaning of its own: `cat a coe till 2034`. */
const exceptionsOfCategories: PhraseExceptions = {
  unlessBefore: /^(?:till|until|til|expir[a-z]*|ends?|ending|left|before|after|remaining|20\d\d|valid)$/,
};
/** Phrases which say that the COE has only some months left. */
const fewMonthsPhrases = ['few', 'a few', 'few more', 'couple of', 'a couple of', 'several', 'last few']
  .flatMap((count) => [
    ...['left', 'coe', 'of coe', 'coe left', 'of coe left', 'left coe', 'remaining'].map(
      (end) => `${count} months ${end}`,
    ),
    ...['coe', 'coe left', 'coe remaining', 'left'].map((start) => `${start} ${count} months`),
  ])
  .join('|');
const lowYearlyKilometresText = String(lowYearlyMileageLimit);

/**
 * The words of the used-car trade in Singapore and their meanings, in one table. Phrases are in lower case, separated
 * by `|`. A phrase of several words is also found with hyphens and as one word (`seven-seater`, `sevenseater`).
 * number-phrases.ts reads numbers with their units.
 */
export const tradeVocabulary: readonly TradeEntry[] = [
  ...bodyVocabulary,
  makeColourEntry('white|pearl white|white pearl|pearlescent white', 'white'),
  makeColourEntry('black'),
  makeColourEntry('grey|gray|gunmetal|graphite', 'grey|gray'),
  makeColourEntry('silver'),
  makeColourEntry('blue|navy|navy blue|dark blue|light blue', 'blue|navy'),
  makeColourEntry('red|dark red', 'red'),
  makeColourEntry('burgundy|maroon|wine red', 'burgundy|maroon'),
  makeColourEntry('brown'),
  makeColourEntry('green|dark green', 'green'),
  makeColourEntry('purple|violet', 'purple|violet'),
  makeColourEntry('gold|golden', 'gold'),
  makeColourEntry('rose gold|rosegold', 'rose gold|pink|gold'),
  makeEntry(
    'bright colour|bright color|bright coloured|bright colored|bright colours|bright colors|bright|colourful|colorful|loud colour',
    {
      is: 'other colours',
      words: splitPhrases('black|white|grey|gray|silver|beige|brown|champagne|cream'),
    },
  ),
  makeEntry(
    'dark colour|dark color|dark coloured|dark colored|dark',
    { is: 'colour', words: splitPhrases('black|grey|gray|navy|brown') },
    exceptionsOfColourWords,
  ),
  makeEntry('light colour|light color|light coloured|light colored', {
    is: 'colour',
    words: splitPhrases('white|silver|beige|cream|champagne'),
  }),
  ...splitPhrases('beige|orange|yellow|bronze|pink|teal|tan|champagne|cream|turquoise').map((name) =>
    makeColourEntry(name),
  ),
  makeOpinionEntry('open category|open cat|cat e|category e|open cat coe'),
  // The length of a lorry, which no listing states.
  makeOpinionEntry(
    ['10', '14', '16', '20', '24'].flatMap((feet) => [`${feet} ft`, `${feet} feet`, `${feet} footer`]).join('|'),
  ),
  makeFiltersEntry('class 3a|class 3a licence|class 3a license|3a licence|3a license', [['transmission', 'automatic']]),
  // Energy and gearbox.
  makeFiltersEntry(
    'electric|electrical|ev|evs|bev|bevs|e car|battery electric|fully electric|full electric|pure electric|no petrol',
    [['fuel', 'electric']],
    exceptionsOfFuelWords,
  ),
  makeFiltersEntry(
    'hybrid|hybrids|hev|petrol hybrid|hybrid petrol',
    [
      ['fuel', 'hybrid'],
      ['fuel', 'plug-in hybrid'],
    ],
    exceptionsOfFuelWords,
  ),
  makeFiltersEntry(
    'plug in hybrid|plug in hybrids|plug in|phev|phevs',
    [['fuel', 'plug-in hybrid']],
    exceptionsOfFuelWords,
  ),
  ...chargingVocabulary,
  makeFiltersEntry('diesel|diesels', [['fuel', 'diesel']]),
  makeFiltersEntry('petrol|gasoline|gas car|petrol engine', [['fuel', 'petrol']]),
  makeFiltersEntry(
    'good fc|better fc|nice fc|low fc|best fc|fuel efficient|fuel saving|save fuel|fuel save|fuel saver|petrol save|save minyak|jimat minyak|less minyak|less fuel|low fuel|save petrol cost|save fuel cost|not thirsty|not petrol guzzler|drink less petrol|save petrol|save $ on petrol|save on fuel|save money on fuel|save petrol money|good fuel consumption|low fuel consumption|low consumption|eco friendly|ecofriendly|low emission|low emissions|low emission car|green energy|clean energy|green vehicle|green vehicles|environmentally friendly|good for environment|cheap to run|cheap on petrol|low petrol|saves petrol|petrol saving|good on petrol|good mileage per litre|economical on fuel|most economical|lowest consumption|best fuel consumption|best fuel economy|good fuel economy|low running cost|low running costs|not too expensive to run|not expensive to run|inexpensive to run|affordable to run|save on petrol|save money on petrol|less petrol|petrol saver|dont want pump petrol so often',
    [
      ['fuel', 'hybrid'],
      ['fuel', 'plug-in hybrid'],
      ['fuel', 'electric'],
    ],
    { isEconomical: true, note: 'fuel efficient' },
  ),
  makeFiltersEntry(
    'auto|automatic|automatics|auto gear|auto transmission|automatic transmission|auto gearbox',
    [['transmission', 'automatic']],
    exceptionsOfGearboxWords,
  ),
  makeFiltersEntry(
    'manual|manuals|stick shift|stickshift|manual gear|manual transmission|manual gearbox',
    [['transmission', 'manual']],
    exceptionsOfGearboxWords,
  ),
  // Sellers and owners.
  makeFiltersEntry('dealer|dealers|from dealer|car dealer', [['sellerKind', 'dealer']], exceptionsOfDealerWords),
  makeFiltersEntry(
    'private|private seller|private sellers|private owner|direct owner|direct owners|direct seller|no dealer|no dealers|no agent|owner sale',
    [['sellerKind', 'private']],
    exceptionsOfDealerWords,
  ),
  makeFiltersEntry('verified|verified seller|verified sellers|trusted seller|trusted sellers', [['verified', 'yes']], {
    unlessBefore: /^(?:mileage|history|odometer)$/,
  }),
  makeFiltersEntry('verified dealer|verified dealers|trusted dealer|trusted dealers', [
    ['verified', 'yes'],
    ['sellerKind', 'dealer'],
  ]),
  makeOwnersEntry(
    'single owner|sole owner|first owner|first hand|1st hand|one hand|original owner|only one owner|no previous owner|one careful owner|1st owner|one owner only|1 owner only',
    '1',
  ),
  makeOwnersEntry('second owner|2nd owner', '2'),
  makeOwnersEntry('third owner|3rd owner|third hand|3rd hand', '3'),
  makeOwnersEntry('few owners|low owner|low owners|low owner count|low ownership', '1', '2'),
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
    makeFiltersEntry(
      splitPhrases(names)
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
  makeFiltersEntry('north east|northeast', [['region', 'North-East']]),
  // Mileage, age and COE in words.
  {
    ...makeFiltersEntry(
      'low mileage|low milage|low km|small mileage|low kms|lowmileage|low mile|low miles|lightly driven|low odo|low odometer|0 mileage|zero mileage|hardly driven|low usage|low mileage car|low mileage cars|low mileage only|super low mileage|very low mileage|ultra low mileage|low mil',
      [['maxYearlyMileage', lowYearlyKilometresText]],
      { note: 'low mileage', isVague: true },
    ),
    // Of the cars that meet the other filters, the cars with the lowest mileage are mostly supercars.
    impliedMeanings: [{ is: 'order', sort: 'price' }],
  },
  makeFiltersEntry(
    'long coe|long coe left|plenty of coe|lots of coe|high coe left|more coe|good coe|coe long|fresh coe|new coe|newly coe|brand new coe',
    [['minCoeMonths', '60']],
    { isVague: true, unlessBefore: /^renew/ },
  ),
  makeFiltersEntry(
    'no coe|no coe left|no more coe|no coe remaining|without coe|0 coe|zero coe|coe expired|expired coe|coe ended|coe finished',
    [['maxCoeMonths', '0']],
  ),
  makeFiltersEntry('short coe|little coe|short coe left|low coe left', [['maxCoeMonths', '36']], { isVague: true }),
  makeFiltersEntry(
    `coe ending soon|coe expiring soon|coe about to expire|coe about to end|coe nearly finish|coe nearly finished|coe nearly up|coe almost finish|coe almost finished|coe almost up|coe going to expire|coe expiring|coe finishing|coe finish soon|coe finishing soon|coe running out|coe run out soon|near coe expiry|near end of coe|coe near expiry|coe near end|end of coe|last few months coe|last few months of coe|${fewMonthsPhrases}|coe soon expire|coe soon end|about to scrap|scrap soon|coe ends soon|coe expires soon|coe up soon|expiring coe|last year of coe|scrap car|scrap cars`,
    [['maxCoeMonths', '12']],
    { isVague: true, unlessBefore: /^(?:in|on|by|before|after|till|until|from|\d.*)$/ },
  ),
  makeFiltersEntry('nearly new|almost new|near new|like brand new|brand new|very new', [['maxYearsOfUse', '2']], {
    isVague: true,
  }),
  makeFiltersEntry('newer car|newer cars|recent|young|not too old|not so old|not old', [['maxYearsOfUse', '4']], {
    isVague: true,
  }),
  makeFiltersEntry('old car|older car', [['minYearsOfUse', '9']], { isVague: true }),
  makeEntry(
    'renewed coe|coe renewed|coe renewed car|coe renewed cars|renewed coe car|renewed coe cars|newly renewed coe|coe renew|renew coe|coe renewal|coe renewal car|coe extended|extended coe|pqp|pqp car|pqp cars|pqp paid|coe car|coe cars|coe just renewed|just renewed coe|just renewed',
    { is: 'filters', filters: [] },
    { fact: renewedCoeFact },
  ),
  makeFiltersEntry(
    '1.6 cat a|1.6 cat a coe|1.6 cat a coe car|1.6 cat a car|cat a coe car|cat a coe|cat a car|cat a cars|cat a|category a|category a coe|coe cat a|cata',
    [['coeCategory', 'A']],
    exceptionsOfCategories,
  ),
  makeFiltersEntry(
    'cat b coe car|cat b coe|cat b car|cat b cars|cat b|category b|category b coe|coe cat b|catb',
    [['coeCategory', 'B']],
    exceptionsOfCategories,
  ),
  // Only a car whose COE was renewed has no PARF rebate.
  makeEntry(
    'no parf|without parf|zero parf|non parf|no more parf|no parf car|no parf cars|no parf value|no parf rebate|without parf rebate|parf expired|parf gone',
    { is: 'filters', filters: [] },
    { fact: renewedCoeFact },
  ),
  makeEntry(
    "coe car ok|coe car also ok|coe car can|coe car also can|coe car is ok|coe cars ok|coe car okay|coe car accepted|ok with coe car|can accept coe car|accept coe car|coe or parf|parf or coe|coe car or parf car|parf car or coe car|parf or coe car|coe or parf car|any coe|coe any|coe also ok|renewed coe ok|renewed coe also ok|renewed coe also can|coe renewed ok|coe renewed also ok|coe renewed also can|no parf ok|no parf also ok|no parf is ok|no parf can|no parf also can|no parf never mind|parf or no parf|parf or not|no need parf|dont need parf|don't need parf|dun need parf|parf no need|parf not needed|parf not important",
    { is: 'filters', filters: [] },
  ),
  makeEntry('parf car|parf|no coe car|no coe cars|no coe renewal|no coe renewed|no renewed coe|coe not renewed', {
    is: 'filters',
    filters: [unrenewedCoeFilter],
  }),
  // Seats in words.
  makeFiltersEntry('kids|children|with kids|school run|small family', [['minSeats', '5']]),
  // A car for a family has room for its luggage.
  makeFiltersEntry(
    'family|family car|family cars|car for family|car for the family|young family|family use|family friendly',
    [['minSeats', '5']],
    { preferredPhrases: ['is:roomy'] },
  ),
  makeFiltersEntry(
    'big family|large family|extended family|family of 6|family of six|family of 7|family of seven|family of 5 and maid|third row|3rd row|3 row|three row|3 rows|three rows',
    [['minSeats', '7']],
  ),
  makeFiltersEntry('family of 5|family of five|family of 4|family of four', [['minSeats', '5']]),
  // Price and cost in words.
  makeEntry(
    'cheap|cheapo|cheap cheap|affordable|inexpensive|low price|low priced|low cost|bargain|budget car|budget friendly|value for money|good deal|not expensive|not too expensive|wallet friendly|pocket friendly|low budget|tight budget|small budget|on a budget|budget one|no budget|no money|not much money|little money|dont have money|no cash to burn|save money|not so ex|not too ex|not very ex|not that ex|not so expensive|not that expensive|not pricey|not so pricey|nothing expensive|dont want expensive|dont want too expensive|cheap one|cheap ones|lobang|good lobang|lelong|below market|below market price|under market|below market value|fire sale|steal|good price|best price|reasonable price|reasonable prices|reasonably priced|fair price|cost effective|economical price|student price|lesser money|less ex',
    { is: 'quarter', of: 'Price' },
  ),
  // When the text has an amount, this amount is the budget.
  makeEntry(
    'budget|budget only',
    { is: 'quarter', of: 'Price' },
    {
      unlessBefore: /^(?:of|is|about|around|range|not|no|max|under|below|within|s?\$|\d|flexible|ok|around|up|can)/,
      unlessAfter: /^(?:my|our|the|any|no|what|within|over|have|a|monthly|month|\d.*|k|above|in|per)$/,
    },
  ),
  ...superlativeVocabulary,
  ...comparisonVocabulary,
  makeMakesEntry('german|germany|german make|german car|german cars', carMakesByGroup.german),
  makeMakesEntry('japanese|japan|jap|jap car|japanese make|jdm|jdm car|jdm cars', carMakesByGroup.japanese),
  makeMakesEntry('korean|korea|korean car', carMakesByGroup.korean),
  makeMakesEntry('italian|italy|italian car', carMakesByGroup.italian),
  makeMakesEntry('british|british car', carMakesByGroup.british),
  makeMakesEntry('french|french car', carMakesByGroup.french),
  makeMakesEntry(
    'chinese|china brand|china brands|china make|china made|chinese brand|chinese brands|chinese make|chinese car|chinese cars',
    carMakesByGroup.chinese,
  ),
  makeMakesEntry('american|american car', carMakesByGroup.american),
  makeMakesEntry('swedish|swedish car', carMakesByGroup.swedish),
  makeMakesEntry(
    'continental|continental car|conti|conti car|european|european car|euro car|ang moh|ang moh car|ang moh cars|angmoh|angmoh car',
    carMakesByGroup.continental,
  ),
  makeMakesEntry(
    'supercar|supercars|super car|super cars|exotic|exotics|exotic car|exotic cars|hypercar',
    carMakesByGroup.exotic,
  ),
  {
    ...makeMakesEntry(
      'luxury|luxury car|luxury cars|luxury brand|luxury brands|luxurious|luxurious car|luxurious cars|premium|premium car|premium cars|premium brand|premium brands|premium make|prestige|prestige car|prestige cars|prestigious|prestigious car|atas|atas car|atas cars|atas brand|high class|high class car|high end|high end car|posh|posh car|upmarket|classy car|branded car|impress|impress client|impress clients|impressive car|show off|show off car|meet client|meet clients|meeting clients|good image',
      carMakesByGroup.premium,
    ),
    impliedMeanings: [{ is: 'order', sort: '-price' }],
    note: 'luxury',
  },
  makeMakesEntry('bwm|b m w|bmws', ['BMW']),
  makeMakesEntry('merc|mercs|merz|mercedez|benz|bens|benzes|mercedes bens|mercedez bens|marcedes|merceds', [
    'Mercedes-Benz',
  ]),
  makeMakesEntry('lambo|lambos|lambogini|lamborgini', ['Lamborghini']),
  makeMakesEntry('rolls|rolls royce|rolls royse|roller', ['Rolls-Royce']),
  makeMakesEntry('tesler|teslar', ['Tesla']),
  makeMakesEntry('odi|audy', ['Audi']),
  // Families of models.
  makeModelsEntry('a class|aclass|class a|a klasse', 'Mercedes-Benz', /^(?:AMG )?A ?\d/i),
  makeModelsEntry('b class|class b', 'Mercedes-Benz', /^(?:AMG )?B ?\d/i),
  makeModelsEntry('c class|class c|c klasse', 'Mercedes-Benz', /^(?:AMG )?C ?\d/i),
  makeModelsEntry('e class|class e|e klasse', 'Mercedes-Benz', /^(?:AMG )?E ?\d/i),
  makeModelsEntry('s class|class s|s klasse', 'Mercedes-Benz', /^(?:(?:AMG|Maybach) )?S ?\d/i),
  makeModelsEntry('g class|g wagon|g wagen|gwagon|gwagen|gelandewagen', 'Mercedes-Benz', /^(?:AMG )?G ?\d/i),
  makeModelsEntry('cla class|cla', 'Mercedes-Benz', /^(?:AMG )?CLA/i),
  makeModelsEntry('cls class', 'Mercedes-Benz', /^(?:AMG )?CLS/i),
  makeModelsEntry('gla class', 'Mercedes-Benz', /^(?:AMG )?GLA/i),
  makeModelsEntry('glc class', 'Mercedes-Benz', /^(?:AMG )?GLC/i),
  makeModelsEntry('gle class', 'Mercedes-Benz', /^(?:AMG )?GLE/i),
  ...splitPhrases('1|2|3|4|5|6|7|8').map((digit) =>
    makeModelsEntry(
      `${digit} series|series ${digit}|${digit}series`,
      'BMW',
      new RegExp(`^(?:M|i)?${digit}(?:\\d\\d|\\b| Series)`, 'i'),
    ),
  ),
  {
    ...makeModelsEntry(
      'mercedes amg|merc amg|amg mercedes|benz amg|amg|amgs|amg car|amg cars',
      'Mercedes-Benz',
      /^AMG/i,
    ),
    unlessBefore:
      /^(?:(?:lines?|styling|package|kit|bodykit|rims?|wheels?|trim|pack|sport|exhaust|brakes?|[a-z]{1,3})$|[a-z]{0,3}\d|gt)/,
  },
  makeModelsEntry('audi rs|audi rs model|audi rs models|rs audi', 'Audi', /^RS/i),
  makeModelsEntry('bmw m|bmw m car|bmw m cars|m power|bmw m power', 'BMW', /^M\d/i),
  ...splitPhrases('35|43|45|53|55|63|65').map((size) =>
    makeModelsEntry(
      `amg ${size}|${size} amg|amg${size}`,
      'Mercedes-Benz',
      new RegExp(`^AMG .*\\b[A-Z]{0,3} ?${size}\\b`, 'i'),
    ),
  ),
  makeModelsEntry('tesla lr|tesla long range|long range tesla|lr tesla', 'Tesla', /Long Range/i),
  makeModelsEntry('tesla performance|tesla perf|performance tesla', 'Tesla', /Performance/i),
  makeModelsEntry('tesla plaid|plaid tesla', 'Tesla', /Plaid/i),
  makeModelsEntry('m3p|model 3p|m3 performance', 'Tesla', /^Model 3 Performance/i),
  makeModelsEntry('m3lr|model 3lr|model 3 lr', 'Tesla', /^Model 3 Long Range/i),
  makeModelsEntry('myp|model yp', 'Tesla', /^Model Y Performance/i),
  makeModelsEntry('mylr|model ylr|model y lr', 'Tesla', /^Model Y Long Range/i),
  makeModelsEntry('x series', 'BMW', /^i?X\d/i),
  makeModelsEntry('m series', 'BMW', /^M\d/i),
  makeModelsEntry('q series', 'Audi', /^(?:RS |S)?Q\d/i),
  makeModelsEntry('a series', 'Audi', /^A\d/i),
  makeModelsEntry('rs series', 'Audi', /^RS/i),
  ...siteVocabulary,
  ...remarkVocabulary,
  ...purposeVocabulary,
  // Opinions and plans, which no field of a listing can confirm.
  makeOpinionEntry(
    'good condition|excellent condition|great condition|tip top condition|tiptop|tip top|mint|mint condition|pristine|immaculate|condition|conditions|clean|reliable|reliability|durable|never break down|dun break down|dont break down|no breakdown|no breakdowns|will not break down|break down|breakdown|breakdowns|comfortable|comfy|comfort|practical|safe|safety|safest|quiet|smooth|power|sport|fully loaded|full spec|high spec|full option|full options|stylish|elegant|classy|modern|rare|unique|low maintenance|maintenance|easy to maintain|easy to drive|stock condition|urgent|urgent sale|negotiable|nego|investment|collector|new shape|lightly used|gently used|like new|as new|interior|economical|honest|genuine|condi|good condi|condi good|3 door|4 door|3 doors|4 doors|three door|four door|three doors|four doors|4dr|parking|seats|doors|smart|handsome|parf value|high parf|high parf value|paper value|high paper value|na|na engine|n.a|naturally aspirated|naturally aspirated engine|gearbox|gear box|transmission|scrap value|high scrap value|resell value|cheap to maintain|cheap maintenance|cheap servicing|price drop|price drops|price dropped|price reduced|price reduction|reduced price|price cut|price cuts|price lowered|recently reduced|recently reduced price|reduced recently|price drop this week|price dropped recently|price just dropped|reduced to clear|on discount|discounted|captain seat|captain seats|solid|low key|lowkey|low profile|understated|sleeper|left hand drive|lhd|right hand drive|rhd|plate number|plate numbers|number plate|number plates|car plate|car plates|car plate number|vip plate|nice plate|nice plate number|vip plate number|vehicle number|car number|agent unit|agent units|agent car|agent cars|ad unit|authorised dealer unit|local agent unit|euro 4|euro 5|euro 6|euro4|euro5|euro6|euro vi|consignment car|consignment cars|consignment unit|consignment units|class 3|class 3 licence|class 3 license|easy to see|visible at night|aircon|air con|aircond|air conditioning|good aircon|strong aircon|cold aircon|aircon good|aircon cold|aircon strong|aircon working',
  ),
  // Words without a meaning of their own. The search result does not list such words as unused.
  makeEntry(
    'exterior|outside|superb|nice|good|great|best|better|engine|beautiful|pretty|big|large|huge|tiny|cool|special|popular|easy|space|fast deal|must go|weekend|weekends|daily|daily drive|daily driver|city|city driving|town|work|office|boss|towkay|pet|wife|husband|mum|mother|dad|father|girlfriend|boyfriend|friend|son|daughter|worth it|worth|quality|decent|ideal|suitable|perfect|lovely|sexy|low|high|higher|lower|new|newish|old|expensive|first|time|long|short|plenty|lots|enough|possible|asap|tomorrow|today|happy|serious|seller|sellers|owner|owners|year|years|yr|yrs|km|kms|coe|mileage|depre|depreciation|seat|door|value|friendly|biggest|largest|running cost|running costs|count|steady|fit|maid|helper|everyday|every day|condominium|condo|errands|business|businesses|company|chop chop|confirm|buy now|want to buy|looking to buy|loan available',
    { is: 'filler' },
  ),
  makeEntry('range|driving range|road tax|roadtax|horsepower|hp|bhp', { is: 'opinion' }, { unlessBefore: /^rover$/ }),
  makeEntry(
    'private car|private cars|private use|private use only|own use|unit|units|wanna|gonna|top 3|top 5|top 10|top three|top five|top ten|best 3|best 5|used|second hand|secondhand|2nd hand|pre owned|preowned|preloved|a|am|an|and|any|anything|are|around|as|at|available|be|buy|buying|by|can|car|cars|vehicle|vehicles|ride|rides|find|finding|for|from|get|got|give|go|has|have|having|hello|help|hi|i|im|in|is|it|its|just|kind|left|list|reg|registered|registration|reg date|registration date|reg year|first reg|first registration|lah|leh|lor|look|looking|me|model|models|my|near|need|needs|of|on|one|only|or|pls|please|plz|prefer|preferably|preferred|sale|sell|selling|sells|sg|sgd|singapore|show|some|something|sth|still|that|the|them|there|these|this|to|type|types|under|below|us|wan|want|wanted|wants|we|what|whats|where|which|who|will|with|within|would|you|your|brand|make|makes|than|less|more|max|maximum|min|minimum|over|above|about|up|very|really|quite|but|so|too|all|other|colour|color|coloured|colored|paint|budget|price|prices|priced|selling|suggest|recommend|recommended|option|options|deal|deals|drive|drives|driving|driver|driven|person|people|pax|search|browse|how|much|do|does|today|now|ok|thanks|thank|anyone|someone|got|if|least|most|out|into|in and out|out of|two|three|four|ready|also|then|when|while|because|both|each|every|there|here|must|should|could|can be|maybe|may|might|way|ways|use|uses|using|commute|commuting|commuter|they|he|she|his|her|our|my own|was|were|been|being|did|done|let|lets|put|take|takes|taking|go to|into|onto|their|its|well|even|lot|lots of|bit|thing|things|stuff|same|another|any other|second row|2nd row|rear row|back row|middle row|in the second row|in second row|alr|alrd|alredi|oso|oso can|onwards|or not|anot|tahan|can tahan|boleh|jialat|jin|sibei|damn|nia|ah|eh|wah|aiyo|alamak|kena|mai|buay|tio|zun|steady pom pipi|retiree|retirees|retired couple|colleague|wif|liao|smth|sia|siah|hor|meh|bro|bros|got or not|fits|can a not|got a not|have a not|or no|dunno|dont know|choose|decide|fetch|fetch kids|fetching|tight|replacement|replacement car|next car|new ride|dream|dream car',
    { is: 'filler' },
  ),
  // `City` is also the name of a Honda model.
  makeEntry('for city|for the city|in the city|city driving|for city driving|city use|for city use', { is: 'filler' }),
];
