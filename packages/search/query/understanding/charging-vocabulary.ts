import { makeEntry, makeFiltersEntry, type TradeEntry } from './trade-entry.ts';

/**
 * Words about charging at home, which decide which energy the car must have. These entries are a part of the table in
 * trade-vocabulary.ts.
 */
export const chargingVocabulary: readonly TradeEntry[] = [
  // A buyer who cannot charge at home needs a car with an engine.
  // When the text also names an energy, a phrase about charging changes nothing: `ev but no charger`.
  makeEntry(
    ['charge', 'charge at home', 'charge ev', 'charge car', 'charge the car']
      .flatMap((verb) =>
        ['cannot', 'cant', "can't", 'no place to', 'nowhere to', 'unable to'].map((no) => `${no} ${verb}`),
      )
      .concat(
        [
          'charger',
          'chargers',
          'ev charger',
          'charger at home',
          'home charger',
          'charging',
          'charging point',
          'charging at home',
        ].flatMap((noun) => ['no', 'dont have', "don't have", 'without'].map((no) => `${no} ${noun}`)),
      )
      .join('|'),
    { is: 'filler' },
    {
      impliedMeanings: [
        { is: 'filters', filters: ['petrol', 'hybrid', 'diesel'].map((value) => ({ name: 'fuel', value }) as const) },
      ],
    },
  ),
  makeFiltersEntry(
    ['got', 'have', 'with', 'has', 'installed', 'own']
      .flatMap((verb) =>
        ['charger at home', 'home charger', 'charger in my condo', 'ev charger', 'charging point at home'].map(
          (noun) => `${verb} ${noun}`,
        ),
      )
      .concat(['can charge at home', 'charge at home'])
      .join('|'),
    [
      ['fuel', 'electric'],
      ['fuel', 'plug-in hybrid'],
    ],
  ),
];
