import type { Filter } from './phrase-match.ts';
import { makeEntry, type PhraseExceptions, splitPhrases, type TradeEntry } from './trade-entry.ts';

const makeBodyEntry = (
  phrases: string,
  words: string,
  fallbackFilters?: readonly Filter[],
  exceptions: PhraseExceptions = {},
) =>
  makeEntry(
    phrases,
    { is: 'body', words: splitPhrases(words), ...(fallbackFilters === undefined ? {} : { fallbackFilters }) },
    exceptions,
  );
/** The bodies with two doors on each side and a tailgate. */
const fiveDoorBodyWords =
  'hatchback|hatch|liftback|fastback|estate|wagon|stationwagon|suv|sportsutility|sportutility|crossover|mpv|minivan|peoplecarrier|peoplemover';
const suvWords = 'suv|sportsutility|sportutility|crossover';
const sevenSeatsFilters: readonly Filter[] = [{ name: 'minSeats', value: '7' }];

/** Words for the body of a car. These entries are a part of the table in trade-vocabulary.ts. */
export const bodyVocabulary: readonly TradeEntry[] = [
  makeBodyEntry(
    'suv|suvs|s.u.v|sport utility|sports utility|sport utility vehicle|sports utility vehicle|jeep type',
    suvWords,
  ),
  makeBodyEntry('4x4|4x4s|4 x 4', suvWords, undefined, {
    preferredPhrases: ['all-wheel drive', 'quattro', '4matic', 'xdrive'],
  }),
  makeBodyEntry('big suv|large suv|full size suv|bigger suv', suvWords, undefined, { preferredPhrases: ['is:roomy'] }),
  makeBodyEntry(
    'small suv|compact suv|mini suv|smaller suv|smallest suv|small suvs|compact suvs|small crossover|compact crossover',
    suvWords,
    undefined,
    {
      preferredPhrases: ['is:small'],
    },
  ),
  makeBodyEntry('crossover|crossovers', 'crossover'),
  makeBodyEntry('sedan|sedans|saloon|saloons|big sedan|large sedan|4 door sedan|four door sedan', 'sedan|saloon'),
  makeBodyEntry('small sedan|compact sedan|small saloon|compact saloon', 'sedan|saloon', undefined, {
    preferredPhrases: ['is:small'],
  }),
  makeBodyEntry(
    'estate|estates|wagon|wagons|station wagon|station wagons|touring wagon|stationwagen',
    'estate|wagon|stationwagon',
  ),
  makeBodyEntry('hatchback|hatchbacks|hatch|hatches|small hatchback|compact hatchback|5 door hatch', 'hatchback|hatch'),
  makeBodyEntry('liftback|liftbacks|fastback', 'liftback|fastback'),
  makeBodyEntry('coupe|coupes|coup|coupé|coupés', 'coupe'),
  makeBodyEntry('two door|2 door|two doors|2 doors|2dr|2 dr', 'coupe|convertible|roadster|cabriolet'),
  makeBodyEntry(
    'convertible|convertibles|cabriolet|cabriolets|cabrio|cabrios|soft top|open top|drop top|droptop|topless|roof down',
    'convertible|cabriolet|cabrio|softtop|roadster|spider|spyder',
  ),
  makeBodyEntry('roadster|roadsters', 'roadster', [{ name: 'body', value: 'Convertible' }]),
  makeBodyEntry(
    'mpv|mpvs|m.p.v|multi purpose vehicle|people carrier|people carriers|people mover|minivan|minivans|mini van|family van',
    'mpv|minivan|peoplecarrier|peoplemover',
    sevenSeatsFilters,
  ),
  makeBodyEntry('pickup|pickups|pick up|pick ups|pickup truck|ute|double cab', 'pickup|pickuptruck', undefined, {
    unlessBefore: /^(?:airport|kids|children|clients?|customers?|guests?|point|from|service|my|at|and)$/,
  }),
  makeBodyEntry('van|vans|panel van|goods van|cargo van', 'van'),
  makeBodyEntry('lorry|lorries|truck|trucks', 'lorry|truck'),
  makeBodyEntry('five door|5 door|five doors|5 doors|5dr|5 dr', fiveDoorBodyWords),
  makeBodyEntry(
    'five door coupe|5 door coupe|five door sedan|5 door sedan|four door coupe|4 door coupe|four door coupé|4 door coupé|gran coupe',
    'liftback|fastback|sedan|saloon',
  ),
  makeBodyEntry(
    'small car|small cars|compact car|compact cars|city car|city cars|tiny car|town car',
    'hatchback|hatch',
  ),
  makeBodyEntry(
    'big car|big cars|large car|large cars|bigger car',
    'suv|sportsutility|sportutility|mpv|minivan|peoplecarrier',
  ),
  makeBodyEntry('sports car|sports cars|sport car|sporty car|sportscar', 'coupe|convertible|roadster|spider|cabriolet'),
  makeBodyEntry('limousine|limousines|limo', 'limousine|saloon|sedan'),
];
