import { makeEntry, splitPhrases, type TradeEntry } from './trade-entry.ts';

/**
 * Makes the entry of remarks that mean the same. A car has the remark when its text has all words of one of the phrases
 * or synonyms.
 *
 * @param synonyms further words of descriptions, which buyers do not type
 */
const makeRemarkEntry = (phrases: string, synonyms = ''): TradeEntry =>
  makeEntry(phrases, { is: 'remark' }, synonyms === '' ? {} : { synonyms: splitPhrases(synonyms) });

/**
 * Remarks on equipment, condition and sale, which only descriptions state. These entries are a part of the table in
 * trade-vocabulary.ts.
 */
export const remarkVocabulary: readonly TradeEntry[] = [
  // Equipment.
  makeRemarkEntry(
    'sunroof|sun roof|moonroof|moon roof|glass roof|panoramic|panoramic roof|panoramic sunroof|panorama roof|pano roof|pano',
    'sunroof|panoramic roof|glass roof',
  ),
  makeRemarkEntry(
    '360 camera|360 cam|360 view|360 degree camera|surround camera|surround view|surround view camera|all round camera|bird eye view|birds eye view',
    '360 camera|surround view|all-round camera',
  ),
  makeRemarkEntry(
    'reverse camera|reversing camera|rear camera|backup camera|rear view camera|parking camera|reverse cam',
    'reverse camera|reversing camera',
  ),
  makeRemarkEntry(
    'adaptive cruise|adaptive cruise control|radar cruise|radar cruise control|active cruise|active cruise control|distronic|acc cruise',
    'adaptive cruise|radar cruise|distronic',
  ),
  makeRemarkEntry('cruise control|cruise', 'cruise control'),
  makeRemarkEntry('apple carplay|carplay|apple car play|car play|wireless carplay', 'carplay'),
  makeRemarkEntry('android auto', 'android auto'),
  makeRemarkEntry(
    'ventilated seats|ventilated seat|cooled seats|cooling seats|cool seats|aircon seats|seat ventilation',
    'ventilated seats|cooled seats',
  ),
  makeRemarkEntry('heated seats|seat heating|heated seat', 'heated seats'),
  makeRemarkEntry('massage seats|massage seat|massaging seats', 'massage seats'),
  makeRemarkEntry('memory seats|memory seat|electric seats|power seats|powered seats', 'memory seats|electric seats'),
  makeRemarkEntry('leather seats|leather|full leather|leather interior', 'leather'),
  makeRemarkEntry(
    'electric tailgate|power tailgate|powered tailgate|auto tailgate|automatic tailgate|electric boot|power boot|powered boot|auto boot|kick boot',
    'power tailgate|electric tailgate|power boot',
  ),
  makeRemarkEntry('keyless|keyless entry|keyless start|keyless go|push start', 'keyless'),
  makeRemarkEntry('head up display|heads up display|hud', 'head-up display|heads-up display|hud'),
  makeRemarkEntry('blind spot|blind spot monitor|blind spot monitoring|bsm', 'blind spot'),
  makeRemarkEntry('lane assist|lane keep assist|lane keeping|lane keeping assist|lane departure', 'lane'),
  makeRemarkEntry('parking sensors|parking sensor|park sensors', 'parking sensors'),
  makeRemarkEntry('park assist|parking assist|auto park|auto parking|self parking', 'park assist|parking assist'),
  makeRemarkEntry('wireless charging|wireless charger|wireless phone charger', 'wireless charging'),
  makeRemarkEntry('ambient light|ambient lights|ambient lighting|mood lighting', 'ambient light'),
  makeRemarkEntry(
    'digital cockpit|virtual cockpit|digital dials|digital cluster|digital dashboard|digital meter',
    'virtual cockpit|digital dials|digital cockpit',
  ),
  makeRemarkEntry(
    'good sound system|premium sound|sound system|good speakers|bose|burmester|harman kardon|bang and olufsen',
    'premium sound|burmester|bang olufsen|bose|harman',
  ),
  makeRemarkEntry(
    [
      'dashcam|dash cam|dashboard camera|in car camera|car camera|recording camera|driving recorder|front camera|front cam',
      ...['rear', 'back'].flatMap((end) =>
        ['camera', 'cam', 'cameras'].flatMap((noun) => [
          `front ${end} ${noun}`,
          `front and ${end} ${noun}`,
          `${noun} front ${end}`,
          `${noun} front and ${end}`,
        ]),
      ),
    ].join('|'),
    'dashcam|dashboard camera|in-car camera',
  ),
  makeRemarkEntry('rear aircon|rear aircon vents|rear air con|rear air vents|rear vents', 'rear air|rear vents'),
  makeRemarkEntry(
    'tow bar|towing|towing capability|towing capacity|can tow|tow a trailer|tow a caravan|tow a boat|tow hook|towbar|tow hitch|trailer hook',
    'tow bar|tow hook|trailer hook',
  ),
  makeRemarkEntry('soft close doors|soft close door|soft close', 'soft-close doors'),
  makeRemarkEntry('sports exhaust|sport exhaust|loud exhaust', 'sports exhaust'),
  makeRemarkEntry('matrix lamps|matrix lights|matrix headlights|matrix led', 'matrix'),
  makeRemarkEntry(
    'awd|4wd|all wheel drive|four wheel drive|4 wheel drive',
    'all-wheel drive|quattro|4matic|xdrive|awd',
  ),
  makeRemarkEntry('rwd|rear wheel drive', 'rear-wheel drive|rwd'),
  makeRemarkEntry('cvt|cvt gearbox|cvt transmission', 'cvt'),
  makeRemarkEntry(
    'dual clutch|dual clutch gearbox|dct|dct gearbox|dsg|dsg gearbox|double clutch',
    'dual-clutch|dual clutch|dct|dsg',
  ),
  makeRemarkEntry('torque converter|torque converter gearbox', 'torque converter'),
  makeRemarkEntry('fwd|front wheel drive', 'front-wheel drive|fwd'),
  // Trims.
  ...splitPhrases(
    'avantgarde|amg line|m sport|m performance|s line|r line|n line|gt line|sport line|luxury line|gti|gtd|rs line|executive lounge|lpg|cng|hydrogen|rotary|turbo|turbocharged|facelift|unmodified|bodykit|tinted|autopilot|fast charging|isofix|child seat anchors|solar film',
  ).map((phrase) => makeRemarkEntry(phrase)),
  makeRemarkEntry('amg styling|amg package|amg kit|amg bodykit', 'amg line'),
  // Condition and sale.
  makeRemarkEntry(
    'accident free|no accident|no accidents|no previous accident|no previous accidents|no prior accident|never accident|never in accident|non accident|without accident|no accident before|accident free car|zero accident',
    'accident free|no accidents',
  ),
  makeRemarkEntry('flood free|no flood', 'flood free'),
  makeRemarkEntry('well maintained|well kept', 'well maintained|well kept'),
  makeRemarkEntry(
    'warranty|under warranty|still under warranty|agent warranty|extended warranty|with warranty',
    'warranty',
  ),
  makeRemarkEntry(
    'agent serviced|agent maintained|agent service|serviced at agent',
    'agent serviced|services at the agent|serviced at the agent',
  ),
  makeRemarkEntry(
    'full dealer service history|dealer service history|main dealer service history|dealership service history|full dealer history|fsh|dealer serviced|serviced by dealer|serviced at dealer|serviced|full service|full service history|service history|servicing record|servicing records|service record|service records',
    'serviced|service record|services|full service',
  ),
  makeRemarkEntry('non smoker|no smoker|no smoking|smoke free', 'non-smoker'),
  makeRemarkEntry(
    'lady owner|lady driven|female owner|female driven|lady driver|female driver',
    'lady owner|lady driven',
  ),
  makeRemarkEntry(
    'uncle drive|uncle driven|uncle driver|auntie drive|auntie driven|auntie driver|old uncle drive|driven by uncle|driven by auntie',
    'uncle driven|auntie driven',
  ),
  makeRemarkEntry('original paint'),
  makeRemarkEntry('ex private hire|ex phv|ex grab|ex rental|ex taxi|ex uber|ex lease', 'ex private hire'),
  makeRemarkEntry('parallel import|parallel imported|parallel importer|grey import|pi car|pi unit', 'parallel import'),
];
