import { type DemoModel, makeBrandStock } from './stock-row.ts';

// biome-ignore format: one model a line reads as a table
const bmwModels = {
  one: { title: '116i', variant: '1.5 Sport', body: 'Hatchback', shape: 'hatch', doors: 5, seats: 5, fuel: 'petrol', cc: 1499, kw: 80, kg: 1365, omv: 27_500, margin: 0.32, resaleValueFactor: 1.04, wheels: 'twin' },
  three: { title: '320i', variant: '2.0 M Sport', body: 'Saloon', shape: 'sedan', doors: 4, seats: 5, fuel: 'petrol', cc: 1998, kw: 135, kg: 1525, omv: 44_000, margin: 0.34, resaleValueFactor: 1.06, wheels: 'twin' },
  five: { title: '530e', variant: '2.0 plug-in', body: 'Saloon', shape: 'sedan', doors: 4, seats: 5, fuel: 'plug-in hybrid', cc: 1998, kw: 215, kg: 1910, omv: 58_000, margin: 0.3, resaleValueFactor: 1, wheels: 'ten' },
  m4: { title: 'M4 Competition', variant: '3.0 M xDrive', body: 'Coupé', shape: 'coupe', doors: 2, seats: 4, fuel: 'petrol', cc: 2993, kw: 375, kg: 1775, omv: 100_000, margin: 0.24, resaleValueFactor: 1.12, wheels: 'mesh' },
  x5: { title: 'X5 xDrive40i', variant: '3.0 M Sport', body: 'Sports utility', shape: 'suv', doors: 5, seats: 7, fuel: 'hybrid', cc: 2998, kw: 250, kg: 2105, omv: 82_000, margin: 0.3, resaleValueFactor: 1.1, wheels: 'five' },
  gran: { title: '216i Gran Tourer', variant: '1.5 Luxury', body: 'MPV', shape: 'mpv', doors: 5, seats: 7, fuel: 'petrol', cc: 1499, kw: 80, kg: 1490, omv: 28_500, margin: 0.2, resaleValueFactor: 0.94, wheels: 'twin' },
  i4: { title: 'i4 eDrive40', variant: '81 kWh M Sport', body: 'Liftback', shape: 'fastback', doors: 5, seats: 5, fuel: 'electric', cc: null, kw: 250, kg: 2050, omv: 56_000, margin: 0.16, resaleValueFactor: 0.96, wheels: 'aero' },
} satisfies Record<string, DemoModel>;

// biome-ignore format: one car a line reads as a table
export const bmwStock = makeBrandStock('BMW', bmwModels, [
  ['one', '2021-06-03', 54_300, 1, 'white', 'Jurong West', 3, 'Cat A with the long bonnet gone and the room behind won. Three cylinders, smoother than three sounds.'],
  ['three', '2020-03-12', 77_800, 2, 'azure', 'Yishun', 2, 'M Sport on the sensible wheels. Rear light unit replaced, all else as it left the agent.', { flip: true }],
  ['five', '2021-08-05', 59_100, 1, 'graphite', 'Serangoon', 5, 'Does the school run on the battery and the weekend on petrol. Cable for the three-pin socket included.'],
  ['m4', '2022-05-19', 27_700, 1, 'lime', 'Ubi', 1, 'São Paulo yellow, which is nearly green. Carbon seats: try them before you buy.', { darkRims: true }],
  ['x5', '2021-12-16', 62_400, 1, 'midnight', 'Bukit Timah', 4, 'Seven seats, split tailgate that makes a bench. Air springs checked in October.'],
  ['gran', '2022-03-24', 61_200, 1, 'azure', 'Sengkang', 6, 'Seven seats, and the third row folds into the floor. Sliding bench, tables for the children, all services at the agent.'],
  ['gran', '2022-01-13', 78_400, 1, 'white', 'Jurong West', 3, 'Took five of us and two grandparents to dim sum each Sunday. Tyres new in September.', { flip: true }],
  ['gran', '2019-05-30', 96_300, 2, 'grey', 'Yishun', 7, 'Seven seats with two and a half years of COE. Boot floor worn, seats cleaned, brakes done in March.'],
  ['i4', '2023-03-30', 33_200, 1, 'silver', 'Woodlands', 6, 'A 4 Series that happens to be electric. 480 km in our traffic with the air on.', { flip: true }],
]);

// biome-ignore format: one model a line reads as a table
const lamborghiniModels = {
  huracan: { title: 'Huracán EVO', variant: '5.2 V10', body: 'Coupé', shape: 'wedge', doors: 2, seats: 2, fuel: 'petrol', cc: 5204, kw: 470, kg: 1422, omv: 310_000, margin: 0.14, resaleValueFactor: 1.32, wheels: 'mesh' },
  aventador: { title: 'Aventador S', variant: '6.5 V12', body: 'Coupé', shape: 'wedge', doors: 2, seats: 2, fuel: 'petrol', cc: 6498, kw: 544, kg: 1575, omv: 460_000, margin: 0.14, resaleValueFactor: 1.36, wheels: 'five' },
  urus: { title: 'Urus', variant: '4.0 V8', body: 'Sports utility', shape: 'coupe-suv', doors: 5, seats: 5, fuel: 'petrol', cc: 3996, kw: 478, kg: 2200, omv: 255_000, margin: 0.14, resaleValueFactor: 1.26, wheels: 'twin' },
} satisfies Record<string, DemoModel>;

// biome-ignore format: one car a line reads as a table
export const lamborghiniStock = makeBrandStock('Lamborghini', lamborghiniModels, [
  ['huracan', '2020-09-17', 16_300, 2, 'lime', 'Sentosa', 4, 'Green outside, black inside, loud in between. Front lift and the rear camera that you will need.', { advertised: true }],
  ['huracan', '2021-11-11', 11_800, 1, 'orange', 'Ubi', 1, 'Ten cylinders, two driven axles, one owner. Serviced each autumn, if we had autumns.', { flip: true }],
  ['aventador', '2018-06-07', 14_900, 3, 'white', 'Tanglin', 4, 'Doors that go up need a car park that is high enough: 2.0 metres. V12, clutch at 70 per cent.', { darkRims: true }],
  ['urus', '2022-01-27', 29_600, 1, 'yellow', 'Bukit Timah', 1, 'The one that takes the family along. Sound-proof glass behind, ceramic brakes all round.'],
]);
