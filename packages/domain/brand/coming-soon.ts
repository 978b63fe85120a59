/**
 * The five further entries of the add-product form that cannot be chosen yet. The specification counts them and names
 * none; the names are ours and stand only here. One that an admin opens as a brand is coming soon no more.
 */
export const comingSoonBrands = [
  { apiName: 'Aston_Martin', name: 'Aston Martin' },
  { apiName: 'Bentley', name: 'Bentley' },
  { apiName: 'Maserati', name: 'Maserati' },
  { apiName: 'McLaren', name: 'McLaren' },
  { apiName: 'Porsche', name: 'Porsche' },
] as const;
