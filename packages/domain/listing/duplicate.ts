/** The reasons for which two listings count as the same car listed twice. */
export const duplicateReasons = ['facts', 'pictures', 'plate'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** The message for a seller who lists a car again that they have marked as sold. */
export const markedAsSoldMessage =
  'You have marked this car as sold. If that was a mistake, put its listing on offer again: My Products, Put on offer again.';

/** The messages to a seller whose new listing looks like a car that they have already listed, by reason. */
export const duplicateTexts: Readonly<Record<DuplicateReason, string>> = {
  facts: 'You offer a car of this model, year, price and mileage already.',
  pictures: 'You offer a car of this model with the same picture already.',
  plate: 'You offer a car with this number plate already.',
};
