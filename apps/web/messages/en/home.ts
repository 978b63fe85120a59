/**
 * Texts of the first screen of the home page. The heading, the promise and the section names of the home page come from
 * the specification (packages/contract/texts.ts).
 */
export const homeMessages = {
  find: {
    label: 'Brand, model or location',
    placeholder: 'Try Roma, or Leng Kee',
    budget: 'Budget',
    anyPrice: 'Any price',
    upTo: (price: string): string => `Up to ${price}`,
    button: 'Search',
  },
  strip: { name: 'Advertised cars', pause: 'Pause the moving strip', move: 'Let the strip move' },
};
