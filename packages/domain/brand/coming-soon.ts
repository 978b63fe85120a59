/**
 * The five further entries of the add-product form that cannot be chosen yet. The specification counts them and names
 * none; the names are ours and stand only here. One that an admin opens as a brand is coming soon no more.
 */
export const comingSoonBrands = [
  { wireName: 'Aston_Martin', name: 'Aston Martin' },
  { wireName: 'Bentley', name: 'Bentley' },
  { wireName: 'Maserati', name: 'Maserati' },
  { wireName: 'McLaren', name: 'McLaren' },
  { wireName: 'Porsche', name: 'Porsche' },
] as const;
