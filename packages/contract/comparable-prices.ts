import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makeFreeTextSchema, makeSingleLineSchema, makeWholeNumberSchema } from './fields.ts';

/** Returns the prices of comparable cars. */
export const comparablePrices = call({
  method: 'GET',
  path: '/api/v1/comparable-prices',
  summary: 'The prices of the cars on offer of a brand and model, those nearest in years of use: for who names a price',
  noun: 'listings',
  access: 'Seller',
  lane: 'costly',
  query: z.strictObject({
    category: makeFreeTextSchema(60, 1),
    title: makeSingleLineSchema(120, 1),
    yearsOfUse: makeWholeNumberSchema(0, 100),
    /** The id of one of the caller's cars, which the comparison excludes. */
    except: z.optional(id),
  }),
  queryIsForm: true,
  answers: {
    200: z.object({
      /** Number of cars that were compared, at most 50. */
      cars: z.number(),
      /**
       * The middle half of the compared cars' prices, from its lowest to its highest price; null when there are fewer
       * than five prices.
       */
      middle: z.nullable(z.object({ from: dollars, to: dollars })),
    }),
  },
});
