import { z } from 'zod/mini';

/** Codes of notes about words of a search text that are no filters: facts that no listing has, and how `cheap` was understood. */
export const searchNotes = [
  'site',
  'own car',
  'no renewed COE',
  'no off-peak car',
  'down payment',
  'instalment',
  'cost of a month',
  'amount a month',
  'or instalment',
  'or cost to own',
  'or cost of a month',
  'cheapest quarter',
  'lowest depreciation',
  'lowest quarter',
  'highest quarter',
  'like and cheaper',
  'like and cheapest quarter',
  'like a model on sale',
  'like an absent model',
  'newer half',
  'older half',
  'less driven half',
  'more powerful',
  'more economical',
  'larger',
  'smaller',
  'low mileage',
  'range',
  'private hire',
  'consumption',
  'fuel efficient',
  'none on sale',
  'luxury',
  'not stated',
  'none of kind',
] as const;
/**
 * `of` is what the note is about: a make, a model or words, or the year or the kilometres of a bound. For the code
 * `site`, `of` is the topic of a question about the marketplace, such as `viewing`. For the code `none of kind`, `of`
 * is a trait such as `roomy`.
 */
export const searchNote = z.object({ code: z.enum(searchNotes), of: z.optional(z.string()) });
export type SearchNote = z.infer<typeof searchNote>;
