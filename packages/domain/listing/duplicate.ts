/** The reasons for which two listings count as similar. */
export const duplicateReasons = ['facts', 'pictures', 'plate'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** The messages for a seller who lists a car twice. */
export const duplicateTexts: Readonly<Record<DuplicateReason, string>> = {
  facts: 'You offer a car of this model, year, price and mileage already.',
  pictures: 'You offer a car of this model with the same picture already.',
  plate: 'You offer a car with this number plate already.',
};
