/** The planning regions of Singapore, in the order in which the search page arranges them like a map. */
export const regions = ['North', 'North-East', 'West', 'Central', 'East'] as const;
export type PlanningRegion = (typeof regions)[number];

/** Planning areas, towns, estates and streets where cars are sold, in their usual spellings, by region. */
const placesByRegion: Readonly<Record<PlanningRegion, readonly string[]>> = {
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
  regions.flatMap((region) => placesByRegion[region].map((place) => [wordsOf(place).join(' '), region] as const)),
);
const longestPlaceWords = Math.max(...[...regionByPlace.keys()].map((place) => place.split(' ').length));

/**
 * Returns the region of a location whose text names a known place, such as `Leng Kee` or `Blk 12 Woodlands Ave 3`.
 * Returns null for a text without such a name, such as `Singapore`. When a text contains two names of places, the first
 * one decides.
 */
export function regionOf(location: string): PlanningRegion | null {
  const words = wordsOf(location);
  for (let firstIndex = 0; firstIndex < words.length; firstIndex += 1) {
    for (let length = longestPlaceWords; length > 0; length -= 1) {
      const region = regionByPlace.get(words.slice(firstIndex, firstIndex + length).join(' '));
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
