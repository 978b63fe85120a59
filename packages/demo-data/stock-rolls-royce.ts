import { type DemoModel, makeBrandStock } from './stock-row.ts';

// biome-ignore format: one model a line reads as a table
const models = {
  ghost: { title: 'Ghost', variant: '6.75 V12', body: 'Saloon', shape: 'limo', doors: 4, seats: 5, fuel: 'petrol', cc: 6750, kw: 420, kg: 2490, omv: 481_000, margin: 0.12, resaleValueFactor: 1.15, wheels: 'ten' },
  ghostFirst: { title: 'Ghost', variant: '6.6 V12', body: 'Saloon', shape: 'limo', doors: 4, seats: 5, fuel: 'petrol', cc: 6592, kw: 420, kg: 2435, omv: 402_000, margin: 0.12, resaleValueFactor: 1.02, wheels: 'ten' },
  ghostBlack: { title: 'Ghost Black Badge', variant: '6.75 V12', body: 'Saloon', shape: 'limo', doors: 4, seats: 5, fuel: 'petrol', cc: 6750, kw: 441, kg: 2490, omv: 470_000, margin: 0.08, resaleValueFactor: 1.22, wheels: 'five' },
  phantom: { title: 'Phantom', variant: '6.75 V12', body: 'Saloon', shape: 'limo', doors: 4, seats: 5, fuel: 'petrol', cc: 6749, kw: 420, kg: 2610, omv: 604_000, margin: 0.12, resaleValueFactor: 1.2, wheels: 'turbine' },
  wraith: { title: 'Wraith', variant: '6.6 V12', body: 'Coupé', shape: 'grand', doors: 2, seats: 4, fuel: 'petrol', cc: 6592, kw: 465, kg: 2360, omv: 395_000, margin: 0.12, resaleValueFactor: 1.08, wheels: 'seven' },
  dawn: { title: 'Dawn', variant: '6.6 V12', body: 'Convertible', shape: 'cabrio', doors: 2, seats: 4, fuel: 'petrol', cc: 6598, kw: 420, kg: 2560, omv: 430_000, margin: 0.12, resaleValueFactor: 1.14, wheels: 'ten' },
  cullinan: { title: 'Cullinan', variant: '6.75 V12', body: 'Sports utility', shape: 'suv', doors: 5, seats: 5, fuel: 'petrol', cc: 6749, kw: 420, kg: 2660, omv: 526_000, margin: 0.12, resaleValueFactor: 1.3, wheels: 'ten' },
  cullinanBlack: { title: 'Cullinan Black Badge', variant: '6.75 V12', body: 'Sports utility', shape: 'suv', doors: 5, seats: 5, fuel: 'petrol', cc: 6749, kw: 441, kg: 2660, omv: 520_000, margin: 0.08, resaleValueFactor: 1.24, wheels: 'five' },
  spectre: { title: 'Spectre', variant: 'Electric', body: 'Coupé', shape: 'grand', doors: 2, seats: 4, fuel: 'electric', cc: null, kw: 430, kg: 2890, omv: 425_000, margin: 0.06, resaleValueFactor: 1.08, wheels: 'aero' },
} satisfies Record<string, DemoModel>;

// biome-ignore format: one car a line reads as a table
export const rollsRoyceStock = makeBrandStock('Rolls_Royce', models, [
  ['ghost', '2021-05-20', 21_600, 1, 'green', 'Sentosa', 1, 'Two-tone interior, rear theatre, starlight headliner. Chauffeur driven.', { key: 'rolls-ghost', originalPrice: 1_688_000, askingPrice: 1_268_000, posted: [1, '08:16'], scene: ['mist', 'panels'] }],
  ['phantom', '2019-04-25', 28_300, 1, 'plum', 'Orchard', 4, 'Extended wheelbase. Gallery with silk panel. Stored in a dehumidified garage.', { key: 'rolls-phantom', originalPrice: 2_100_000, askingPrice: 1_388_000, posted: [7, '20:38'], scene: ['night', 'strips'], rim: '#e9d3db', advertised: true }],
  ['cullinan', '2022-01-13', 24_900, 2, 'silver', 'Bukit Timah', 4, 'Four-seat configuration with the viewing suite. Two owners.', { key: 'rolls-cullinan', originalPrice: 1_888_000, askingPrice: 1_588_000, posted: [10, '12:12'], scene: ['dusk', 'disc'], flip: true }],
  ['ghostFirst', '2017-03-16', 52_400, 2, 'black', 'Leng Kee', 3, 'COE until March 2027, so it is priced at little more than its paper value. Air springs renewed at 48,000 km, invoice in the folder.'],
  ['ghostFirst', '2018-08-23', 39_100, 2, 'champagne', 'Tanglin', 5, 'Champagne over seashell leather. Used for airport runs from one house, never hired out.', { flip: true }],
  ['ghost', '2022-09-15', 15_200, 1, 'white', 'Orchard', 1, 'Rear picnic tables, massage seats, and a fridge that holds two bottles. Service plan until 2026, extended to 2028.', { wheels: 'seven' }],
  ['ghostBlack', '2023-06-22', 9_700, 1, 'black', 'Sentosa', 4, 'Dark chrome, carbon and a little more power. The doors close themselves, quietly.', { scene: ['ink', 'panels'], rim: '#e6ecee' }],
  ['phantom', '2020-10-15', 19_800, 1, 'midnight', 'Bukit Timah', 4, 'Kept by one family. Privacy glass, two champagne flutes that have never been used, umbrella in each rear door.'],
  ['wraith', '2017-09-21', 34_700, 3, 'grey', 'Kallang', 2, 'Long coach doors and a fastback roof. Tyres and brake pads new in July.'],
  ['wraith', '2019-11-14', 22_500, 2, 'burgundy', 'Novena', 3, 'Burgundy below silver, lambswool floor mats, head-up display. Drives smaller than it is.', { flip: true }],
  ['dawn', '2018-03-22', 27_900, 2, 'ice', 'Sentosa', 5, 'Four seats under a fabric roof as thick as a coat. Hood mechanism checked by the agent in September.'],
  ['dawn', '2020-01-16', 16_400, 1, 'red', 'Marine Parade', 1, 'Red with a black hood and teak deck. Sunday car of one owner, washed more than driven.'],
  ['cullinan', '2020-11-26', 33_800, 2, 'teal', 'Bishan', 6, 'Five seats, rear that folds flat, and the tailgate with the two small chairs. School run in the mornings.'],
  ['cullinanBlack', '2024-01-25', 8_600, 1, 'graphite', 'Bukit Timah', 1, 'Under agent warranty until January 2028. Shooting-star headliner and the loud choice of orange inside.', { darkRims: true }],
  ['spectre', '2024-10-17', 5_300, 1, 'lime', 'Orchard', 4, 'All electric, and the quietest room in the city. 500 km on a charge in town, wall charger to be agreed.', { advertised: true, wheels: 'aero' }],
]);
