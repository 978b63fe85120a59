import { z } from 'zod/mini';
import { call } from './call.ts';
import { makeFreeTextSchema } from './fields.ts';

export const suggestionKinds = ['brand', 'model', 'location', 'word'] as const;

/** A search suggestion. `text` is shown to users; the other fields are the filters that the suggestion applies. */
export const suggestion = z.object({
  kind: z.enum(suggestionKinds),
  text: z.string(),
  brand: z.optional(z.string()),
  model: z.optional(z.string()),
  location: z.optional(z.string()),
  /** A word from the descriptions of cars, which a client can use as the parameter `q` of a search. */
  q: z.optional(z.string()),
  /** Number of matching cars on sale. */
  count: z.number(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggest = call({
  method: 'GET',
  path: '/api/v1/suggest',
  summary:
    'What somebody may be about to type into the search: brands, models, places and frequent words, at most eight',
  noun: 'listings',
  access: 'anyone',
  sharedCacheSeconds: 15,
  lane: 'costly',
  query: z.strictObject({ q: makeFreeTextSchema(200) }),
  queryIsForm: true,
  answers: { 200: z.array(suggestion) },
});
