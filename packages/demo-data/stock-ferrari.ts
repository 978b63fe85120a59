import { type DemoModel, makeBrandStock } from './stock-row.ts';

// biome-ignore format: one model a line reads as a table
const models = {
  california: { title: 'California T', variant: '3.9 V8', body: 'Convertible', shape: 'roadster', doors: 2, seats: 4, fuel: 'petrol', cc: 3855, kw: 412, kg: 1730, omv: 255_000, margin: 0.13, resaleValueFactor: 1.16, wheels: 'ten' },
  gtb488: { title: '488 GTB', variant: '3.9 V8', body: 'Coupé', shape: 'mid', doors: 2, seats: 2, fuel: 'petrol', cc: 3902, kw: 492, kg: 1475, omv: 303_000, margin: 0.15, resaleValueFactor: 1.2, wheels: 'five' },
  spider488: { title: '488 Spider', variant: '3.9 V8', body: 'Convertible', shape: 'roadster', doors: 2, seats: 2, fuel: 'petrol', cc: 3902, kw: 492, kg: 1525, omv: 330_000, margin: 0.14, resaleValueFactor: 1.2, wheels: 'mesh' },
  pista: { title: '488 Pista', variant: '3.9 V8', body: 'Coupé', shape: 'mid', doors: 2, seats: 2, fuel: 'petrol', cc: 3902, kw: 530, kg: 1385, omv: 420_000, margin: 0.12, resaleValueFactor: 1.32, wheels: 'ten' },
  lusso: { title: 'GTC4Lusso T', variant: '3.9 V8', body: 'Coupé', shape: 'gt', doors: 2, seats: 4, fuel: 'petrol', cc: 3855, kw: 449, kg: 1865, omv: 292_000, margin: 0.12, resaleValueFactor: 1.2, wheels: 'five' },
  superfast: { title: '812 Superfast', variant: '6.5 V12', body: 'Coupé', shape: 'gt', doors: 2, seats: 2, fuel: 'petrol', cc: 6496, kw: 588, kg: 1630, omv: 470_000, margin: 0.12, resaleValueFactor: 1.2, wheels: 'twin' },
  gts812: { title: '812 GTS', variant: '6.5 V12', body: 'Convertible', shape: 'roadster', doors: 2, seats: 2, fuel: 'petrol', cc: 6496, kw: 588, kg: 1720, omv: 520_000, margin: 0.12, resaleValueFactor: 1.24, wheels: 'twin' },
  portofino: { title: 'Portofino', variant: '3.9 V8', body: 'Convertible', shape: 'roadster', doors: 2, seats: 4, fuel: 'petrol', cc: 3855, kw: 441, kg: 1664, omv: 272_000, margin: 0.13, resaleValueFactor: 1.12, wheels: 'mesh' },
  portofinoM: { title: 'Portofino M', variant: '3.9 V8', body: 'Convertible', shape: 'roadster', doors: 2, seats: 4, fuel: 'petrol', cc: 3855, kw: 456, kg: 1664, omv: 297_000, margin: 0.12, resaleValueFactor: 1.15, wheels: 'ten' },
  f8: { title: 'F8 Tributo', variant: '3.9 V8', body: 'Coupé', shape: 'mid', doors: 2, seats: 2, fuel: 'petrol', cc: 3902, kw: 530, kg: 1435, omv: 385_000, margin: 0.15, resaleValueFactor: 1.16, wheels: 'ten' },
  f8Spider: { title: 'F8 Spider', variant: '3.9 V8', body: 'Convertible', shape: 'roadster', doors: 2, seats: 2, fuel: 'petrol', cc: 3902, kw: 530, kg: 1505, omv: 400_000, margin: 0.14, resaleValueFactor: 1.18, wheels: 'five' },
  roma: { title: 'Roma', variant: '3.9 V8', body: 'Coupé', shape: 'gt', doors: 2, seats: 4, fuel: 'petrol', cc: 3855, kw: 456, kg: 1570, omv: 320_000, margin: 0.12, resaleValueFactor: 1.14, wheels: 'five' },
  romaSpider: { title: 'Roma Spider', variant: '3.9 V8', body: 'Convertible', shape: 'roadster', doors: 2, seats: 4, fuel: 'petrol', cc: 3855, kw: 456, kg: 1656, omv: 310_000, margin: 0.06, resaleValueFactor: 1.08, wheels: 'twin' },
  gtb296: { title: '296 GTB', variant: '3.0 V6 plug-in', body: 'Coupé', shape: 'mid', doors: 2, seats: 2, fuel: 'plug-in hybrid', cc: 2992, kw: 610, kg: 1550, omv: 322_000, margin: 0.08, resaleValueFactor: 1.2, wheels: 'five' },
  gts296: { title: '296 GTS', variant: '3.0 V6 plug-in', body: 'Convertible', shape: 'roadster', doors: 2, seats: 2, fuel: 'plug-in hybrid', cc: 2992, kw: 610, kg: 1620, omv: 345_000, margin: 0.08, resaleValueFactor: 1.12, wheels: 'mesh' },
  sf90: { title: 'SF90 Stradale', variant: '4.0 V8 plug-in', body: 'Coupé', shape: 'mid', doors: 2, seats: 2, fuel: 'plug-in hybrid', cc: 3990, kw: 735, kg: 1670, omv: 560_000, margin: 0.1, resaleValueFactor: 1.05, wheels: 'ten' },
  purosangue: { title: 'Purosangue', variant: '6.5 V12', body: 'Sports utility', shape: 'coupe-suv', doors: 4, seats: 4, fuel: 'petrol', cc: 6496, kw: 533, kg: 2180, omv: 470_000, margin: 0.08, resaleValueFactor: 1.2, wheels: 'five' },
} satisfies Record<string, DemoModel>;

// biome-ignore format: one car a line reads as a table
export const ferrariStock = makeBrandStock('Ferrari', models, [
  ['roma', '2021-03-18', 14_200, 1, 'red', 'Bukit Timah', 1, 'One owner since new, full service history, new tyres all round in August. Carbon seats, front lift, and the seven-year maintenance plan still running.', { key: 'ferrari-roma', originalPrice: 1_128_000, askingPrice: 868_000, posted: [1, '21:14'], scene: ['sand', 'arches'] }],
  ['gtb296', '2023-04-12', 6_800, 1, 'ochre', 'Sentosa', 1, 'Plug-in hybrid V6 with Assetto Fiorano pack. Kept under cover and driven on weekends only.', { key: 'ferrari-296', originalPrice: 1_560_000, askingPrice: 1_388_000, posted: [2, '09:40'], scene: ['slate', 'deck'], advertised: true }],
  ['f8', '2020-09-03', 17_500, 2, 'red', 'Alexandra', 2, 'The last pure twin-turbo V8 of its line. Paint protection over the whole car, both keys, all books.', { key: 'ferrari-f8', originalPrice: 1_390_000, askingPrice: 988_000, posted: [3, '18:05'], scene: ['mist', 'panels'], darkRims: true }],
  ['portofinoM', '2022-01-20', 11_900, 1, 'navy', 'Leng Kee', 3, 'Folding hard top and real rear seats. Serviced in October, battery health report in the folder.', { key: 'ferrari-portofino', originalPrice: 1_098_000, askingPrice: 838_000, posted: [4, '11:32'], scene: ['sage', 'trees'] }],
  ['gtb488', '2018-11-08', 26_400, 3, 'graphite', 'Kaki Bukit', 2, 'COE runs out in November 2028. Priced for that. Brakes at 80 per cent, no track days.', { key: 'ferrari-488', originalPrice: 1_080_000, askingPrice: 698_000, posted: [6, '15:20'], scene: ['clay', 'disc'] }],
  ['lusso', '2019-05-23', 31_000, 2, 'bronze', 'Bukit Batok', 4, 'Four proper seats and a boot that takes two golf bags. Panoramic roof, cream leather, no stains.', { key: 'ferrari-gtc4', originalPrice: 1_020_000, askingPrice: 598_000, posted: [8, '08:51'], scene: ['dusk', 'block'], flip: true }],
  ['california', '2017-06-15', 38_200, 3, 'red', 'Novena', 3, 'The friendly Ferrari: folding roof, soft ride, two small seats in the back. Gearbox service done at 35,000 km.'],
  ['california', '2017-10-02', 29_700, 2, 'white', 'Tanglin', 5, 'COE until October 2027, so it is priced by the month. Roof seals replaced in May.'],
  ['spider488', '2018-04-19', 21_300, 2, 'azure', 'Orchard', 1, 'Blue with tan inside. Roof goes down in fourteen seconds, and it has been down more than up.', { flip: true }],
  ['pista', '2019-08-29', 9_400, 1, 'silver', 'Sentosa', 4, 'Racing stripes from the factory, carbon wheels, and a log of every drive since delivery.', { darkRims: true }],
  ['superfast', '2019-02-14', 15_800, 2, 'red', 'Bukit Timah', 1, 'A naturally aspirated V12 in front, and nothing like it will be built again. Clutch wear at 11 per cent.'],
  ['superfast', '2020-02-21', 12_100, 1, 'midnight', 'Leng Kee', 4, 'Dark blue over saddle leather. Serviced every year whether it moved or not.', { scene: ['indigo', 'strips'], rim: '#cfd9ff' }],
  ['gts812', '2021-09-16', 7_600, 1, 'yellow', 'Sentosa', 1, 'V12, no roof, yellow. If you are reading this you know already. Car cover and charger included.'],
  ['portofino', '2019-07-11', 24_600, 2, 'grey', 'Serangoon', 5, 'Daily driven and looks after itself: air-conditioning serviced, battery replaced in June, parking sensors front and rear.'],
  ['portofino', '2020-03-05', 18_900, 1, 'burgundy', 'Toa Payoh', 6, 'Bought for a wedding and kept for the weekends. Rear seats have never held an adult.'],
  ['f8', '2021-01-28', 13_300, 1, 'yellow', 'Kallang', 4, 'Yellow with black roof. Front lift saves the nose on every car park ramp in town.', { wheels: 'five' }],
  ['f8Spider', '2021-06-24', 10_700, 1, 'white', 'Marine Parade', 1, 'Passenger display, sports exhaust, carbon steering wheel with the shift lights. Stored with the roof up.', { darkRims: true }],
  ['roma', '2022-06-30', 9_800, 1, 'silver', 'Tanglin', 5, 'Quiet enough for a 7 am start in a condominium. Matrix lamps, cooled seats, wireless phone link.', { wheels: 'twin' }],
  ['roma', '2021-10-07', 19_500, 2, 'green', 'Bishan', 2, 'Green over brown, ordered that way. Two owners, both in the service book. Small mark on the left mirror, shown in the photos.', { flip: true }],
  ['romaSpider', '2024-08-15', 4_200, 1, 'teal', 'Orchard', 1, 'Soft top, first year of sale here, still in its factory warranty until August 2027.', { advertised: true }],
  ['gts296', '2023-11-23', 5_100, 1, 'red', 'Bukit Timah', 3, 'Runs 25 km on the battery, so it leaves the estate without waking it. Home cable and trickle charger go with it.'],
  ['sf90', '2021-12-09', 8_300, 2, 'black', 'Sentosa', 4, 'Four-wheel drive hybrid with a thousand horsepower and a warranty on the battery until 2028.', { scene: ['ink', 'strips'], rim: '#dfe7ea' }],
  ['purosangue', '2024-04-18', 7_900, 1, 'plum', 'Novena', 4, 'Four doors, four seats, twelve cylinders. Rear doors open backwards and every passenger asks about them.', { advertised: true }],
]);
