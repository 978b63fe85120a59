/** The regions of Singapore as they are planned, in the order of a page that is laid out as the island is. */
export const regions = ['North', 'North-East', 'West', 'Central', 'East'] as const;
export type Region = (typeof regions)[number];

/** Planning areas, towns, estates and the streets where cars are sold, in usual spellings. */
const places: Readonly<Record<Region, readonly string[]>> = {
  North: [
    'Woodlands',
    'Yishun',
    'Sembawang',
    'Mandai',
    'Admiralty',
    'Marsiling',
    'Kranji',
    'Sungei Kadut',
    'Lim Chu Kang',
  ],
  'North-East': [
    'Sengkang',
    'Punggol',
    'Hougang',
    'Serangoon',
    'Ang Mo Kio',
    'Seletar',
    'Buangkok',
    'Defu',
    'Kovan',
    'Yio Chu Kang',
  ],
  West: [
    'Bukit Batok',
    'Bukit Panjang',
    'Choa Chu Kang',
    'Clementi',
    'Jurong',
    'Boon Lay',
    'Pioneer',
    'Tuas',
    'Tengah',
    'Teban Gardens',
    'Pandan',
    'West Coast',
    'Hillview',
  ],
  Central: [
    'Alexandra',
    'Bishan',
    'Boon Keng',
    'Bukit Merah',
    'Bukit Timah',
    'Dhoby Ghaut',
    'Downtown',
    'Geylang',
    'Harbourfront',
    'Holland',
    'Kallang',
    'Katong',
    'Lavender',
    'Leng Kee',
    'MacPherson',
    'Marina',
    'Marine Parade',
    'Newton',
    'Novena',
    'Orchard',
    'Outram',
    'Paya Lebar',
    'Queenstown',
    'Redhill',
    'River Valley',
    'Rochor',
    'Sentosa',
    'Sin Ming',
    'Tanglin',
    'Thomson',
    'Tiong Bahru',
    'Toa Payoh',
    'Ubi',
  ],
  East: ['Bedok', 'Changi', 'Eunos', 'Kaki Bukit', 'Kembangan', 'Pasir Ris', 'Simei', 'Tampines', 'Upper Changi'],
};

const regionByPlace = new Map(
  regions.flatMap((region) => places[region].map((place) => [wordsOf(place).join(' '), region] as const)),
);
const longestPlace = Math.max(...[...regionByPlace.keys()].map((place) => place.split(' ').length));

/**
 * The region of a location, if its text names a known place: `Leng Kee`, `Blk 12 Woodlands Ave 3`. Null where it names none,
 * as `Singapore` does. Of two names the first one counts.
 */
export function regionOf(location: string): Region | null {
  const words = wordsOf(location);
  for (let from = 0; from < words.length; from += 1) {
    for (let length = longestPlace; length > 0; length -= 1) {
      const region = regionByPlace.get(words.slice(from, from + length).join(' '));
      if (region !== undefined) return region;
    }
  }
  return null;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
