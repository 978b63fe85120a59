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
    'Khatib',
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
    'Fernvale',
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
    'Joo Koon',
    'Lakeside',
    'Yew Tee',
  ],
  Central: [
    'Alexandra',
    'Aljunied',
    'Balestier',
    'Bishan',
    'Boon Keng',
    'Braddell',
    'Bugis',
    'Bukit Merah',
    'Bukit Timah',
    'Buona Vista',
    'Chinatown',
    'City Hall',
    'Clarke Quay',
    'Commonwealth',
    'Dhoby Ghaut',
    'Downtown',
    'Farrer Park',
    'Geylang',
    'Harbourfront',
    'Holland',
    'Holland Village',
    'Jalan Besar',
    'Kallang',
    'Katong',
    'Lavender',
    'Leng Kee',
    'Little India',
    'MacPherson',
    'Marina',
    'Marine Parade',
    'Newton',
    'Novena',
    'Orchard',
    'Outram',
    'Paya Lebar',
    'Potong Pasir',
    'Queenstown',
    'Raffles Place',
    'Redhill',
    'River Valley',
    'Rochor',
    'Sentosa',
    'Sin Ming',
    'Tanglin',
    'Tanjong Pagar',
    'Telok Blangah',
    'Thomson',
    'Tiong Bahru',
    'Toa Payoh',
    'Ubi',
  ],
  East: [
    'Bedok',
    'Changi',
    'Eunos',
    'Kaki Bukit',
    'Kembangan',
    'Loyang',
    'Pasir Ris',
    'Siglap',
    'Simei',
    'Tampines',
    'Tanah Merah',
    'Upper Changi',
  ],
};

const regionByPlace = new Map(
  regions.flatMap((region) => placesByRegion[region].map((place) => [splitWords(place).join(' '), region] as const)),
);
const longestPlaceWords = Math.max(...[...regionByPlace.keys()].map((place) => place.split(' ').length));

/**
 * Returns the region of a location whose text names a known place, such as `Leng Kee` or `Blk 12 Woodlands Ave 3`.
 * Returns null for a text without the name of a place in a region, such as `Singapore`. When a text contains two names
 * of places, the first one decides.
 */
export function findRegion(location: string): PlanningRegion | null {
  const words = splitWords(location);
  for (let firstIndex = 0; firstIndex < words.length; firstIndex += 1) {
    for (let length = longestPlaceWords; length > 0; length -= 1) {
      const region = regionByPlace.get(words.slice(firstIndex, firstIndex + length).join(' '));
      if (region !== undefined) return region;
    }
  }
  return null;
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
