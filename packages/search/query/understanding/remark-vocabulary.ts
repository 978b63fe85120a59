import { makeEntry, splitPhrases, type TradeEntry } from './trade-entry.ts';

/**
 * Makes the entry of remarks that mean the same. A car has the remark when its text has all words of one of the phrases
 * or synonyms.
 *
 * @param synonyms further words of descriptions, which buyers do not type
 */
const remarkEntry = (phrases: string, synonyms = ''): TradeEntry =>
  makeEntry(phrases, { is: 'remark' }, synonyms === '' ? {} : { synonyms: splitPhrases(synonyms) });

/** Remarks on equipment, condition and sale, which only descriptions state. A part of the table of the trade. */
export const remarkVocabulary: readonly TradeEntry[] = [
  // Equipment.
  remarkEntry(
    'sunroof|sun roof|moonroof|moon roof|glass roof|panoramic|panoramic roof|panoramic sunroof|panorama roof|pano roof|pano',
    'sunroof|panoramic roof|glass roof',
  ),
  remarkEntry(
    '360 camera|360 cam|360 view|360 degree camera|surround camera|surround view|surround view camera|all round camera|bird eye view|birds eye view',
    '360 camera|surround view|all-round camera',
  ),
  remarkEntry(
    'reverse camera|reversing camera|rear camera|backup camera|rear view camera|parking camera|reverse cam',
    'reverse camera|reversing camera',
  ),
  remarkEntry(
    'adaptive cruise|adaptive cruise control|radar cruise|radar cruise control|active cruise|active cruise control|distronic|acc cruise',
    'adaptive cruise|radar cruise|distronic',
  ),
  remarkEntry('cruise control|cruise', 'cruise control'),
  remarkEntry('apple carplay|carplay|apple car play|car play|wireless carplay', 'carplay'),
  remarkEntry('android auto', 'android auto'),
  remarkEntry(
    'ventilated seats|ventilated seat|cooled seats|cooling seats|cool seats|aircon seats|seat ventilation',
    'ventilated seats|cooled seats',
  ),
  remarkEntry('heated seats|seat heating|heated seat', 'heated seats'),
  remarkEntry('massage seats|massage seat|massaging seats', 'massage seats'),
  remarkEntry('memory seats|memory seat|electric seats|power seats|powered seats', 'memory seats|electric seats'),
  remarkEntry('leather seats|leather|full leather|leather interior', 'leather'),
  remarkEntry(
    'electric tailgate|power tailgate|powered tailgate|auto tailgate|automatic tailgate|electric boot|power boot|powered boot|auto boot|kick boot',
    'power tailgate|electric tailgate|power boot',
  ),
  remarkEntry('keyless|keyless entry|keyless start|keyless go|push start', 'keyless'),
  remarkEntry('head up display|heads up display|hud', 'head-up display|heads-up display|hud'),
  remarkEntry('blind spot|blind spot monitor|blind spot monitoring|bsm', 'blind spot'),
  remarkEntry('lane assist|lane keep assist|lane keeping|lane keeping assist|lane departure', 'lane'),
  remarkEntry('parking sensors|parking sensor|park sensors', 'parking sensors'),
  remarkEntry('park assist|parking assist|auto park|auto parking|self parking', 'park assist|parking assist'),
  remarkEntry('wireless charging|wireless charger|wireless phone charger', 'wireless charging'),
  remarkEntry('ambient light|ambient lights|ambient lighting|mood lighting', 'ambient light'),
  remarkEntry(
    'digital cockpit|virtual cockpit|digital dials|digital cluster|digital dashboard|digital meter',
    'virtual cockpit|digital dials|digital cockpit',
  ),
  remarkEntry(
    'good sound system|premium sound|sound system|good speakers|bose|burmester|harman kardon|bang and olufsen',
    'premium sound|burmester|bang olufsen|bose|harman',
  ),
  remarkEntry(
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
  remarkEntry('rear aircon|rear aircon vents|rear air con|rear air vents|rear vents', 'rear air|rear vents'),
  remarkEntry(
    'tow bar|towing|towing capability|towing capacity|can tow|tow a trailer|tow a caravan|tow a boat|tow hook|towbar|tow hitch|trailer hook',
    'tow bar|tow hook|trailer hook',
  ),
  remarkEntry('soft close doors|soft close door|soft close', 'soft-close doors'),
  remarkEntry('sports exhaust|sport exhaust|loud exhaust', 'sports exhaust'),
  remarkEntry('matrix lamps|matrix lights|matrix headlights|matrix led', 'matrix'),
  remarkEntry('awd|4wd|all wheel drive|four wheel drive|4 wheel drive', 'all-wheel drive|quattro|4matic|xdrive|awd'),
  remarkEntry('rwd|rear wheel drive', 'rear-wheel drive|rwd'),
  remarkEntry('cvt|cvt gearbox|cvt transmission', 'cvt'),
  remarkEntry(
    'dual clutch|dual clutch gearbox|dct|dct gearbox|dsg|dsg gearbox|double clutch',
    'dual-clutch|dual clutch|dct|dsg',
  ),
  remarkEntry('torque converter|torque converter gearbox', 'torque converter'),
  remarkEntry('fwd|front wheel drive', 'front-wheel drive|fwd'),
  // Trims.
  ...splitPhrases(
    'avantgarde|amg line|m sport|m performance|s line|r line|n line|gt line|sport line|luxury line|gti|gtd|rs line|executive lounge|lpg|cng|hydrogen|rotary|turbo|turbocharged|facelift|unmodified|bodykit|tinted|autopilot|fast charging|isofix|child seat anchors|solar film',
  ).map((phrase) => remarkEntry(phrase)),
  remarkEntry('amg styling|amg package|amg kit|amg bodykit', 'amg line'),
  // Condition and sale.
  remarkEntry(
    'accident free|no accident|no accidents|no previous accident|no previous accidents|no prior accident|never accident|never in accident|non accident|without accident|no accident before|accident free car|zero accident',
    'accident free|no accidents',
  ),
  remarkEntry('flood free|no flood', 'flood free'),
  remarkEntry('well maintained|well kept', 'well maintained|well kept'),
  remarkEntry(
    'warranty|under warranty|still under warranty|agent warranty|extended warranty|with warranty',
    'warranty',
  ),
  remarkEntry(
    'agent serviced|agent maintained|agent service|serviced at agent',
    'agent serviced|services at the agent|serviced at the agent',
  ),
  remarkEntry(
    'full dealer service history|dealer service history|main dealer service history|dealership service history|full dealer history|fsh|dealer serviced|serviced by dealer|serviced at dealer|serviced|full service|full service history|service history|servicing record|servicing records|service record|service records',
    'serviced|service record|services|full service',
  ),
  remarkEntry('non smoker|no smoker|no smoking|smoke free', 'non-smoker'),
  remarkEntry('lady owner|lady driven|female owner|female driven|lady driver|female driver', 'lady owner|lady driven'),
  remarkEntry('original paint'),
  remarkEntry('ex private hire|ex phv|ex grab|ex rental|ex taxi|ex uber|ex lease', 'ex private hire'),
  remarkEntry('parallel import|parallel imported|parallel importer|grey import|pi car|pi unit', 'parallel import'),
];
