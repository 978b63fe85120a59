/** Towns, housing estates and districts of car dealers in Singapore, by region. */
const townsByRegion = {
  North: ['Woodlands', 'Yishun', 'Sembawang', 'Mandai'],
  'North-East': ['Sengkang', 'Punggol', 'Hougang', 'Serangoon', 'Ang Mo Kio'],
  West: ['Bukit Batok', 'Jurong East', 'Jurong West', 'Clementi', 'Choa Chu Kang', 'Bukit Panjang', 'Tuas'],
  Central: [
    'Alexandra',
    'Bukit Timah',
    'Leng Kee',
    'Orchard',
    'Sentosa',
    'Novena',
    'Toa Payoh',
    'Bishan',
    'Queenstown',
    'Tanglin',
    'Kallang',
    'Ubi',
    'Marine Parade',
  ],
  East: ['Bedok', 'Changi', 'Kaki Bukit', 'Tampines', 'Pasir Ris', 'Eunos'],
} as const;

export type Town = (typeof townsByRegion)[keyof typeof townsByRegion][number];
export const towns: readonly Town[] = Object.values(townsByRegion).flat();
