/** The categories of the add-product form in the order of the specification (section 2), by API name. */
export const categoryOrder: readonly string[] = [
  'Ferrari',
  'Audi',
  'BMW',
  'Lamborghini',
  'Tesla',
  'Mercedes_Benz',
  'Rolls_Royce',
];

/**
 * Five entries of the add-product form that cannot be chosen yet. The specification requires five such entries but does
 * not name them; these names are used only for the form. An entry can be chosen as soon as an admin adds it as a brand.
 */
export const comingSoonBrands = [
  { apiName: 'Aston_Martin', name: 'Aston Martin' },
  { apiName: 'Bentley', name: 'Bentley' },
  { apiName: 'Maserati', name: 'Maserati' },
  { apiName: 'McLaren', name: 'McLaren' },
  { apiName: 'Porsche', name: 'Porsche' },
] as const;
