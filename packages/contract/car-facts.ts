import { fuels, transmissions } from '@carhouse/domain/listing/listing';
import { z } from 'zod/mini';
import { dollars } from './fields.ts';

/** What is known of a car, as answers show it; money in dollars, days as ISO dates. */
export const carFacts = z.object({
  variant: z.nullable(z.string()),
  body: z.nullable(z.string()),
  colour: z.nullable(z.string()),
  doors: z.nullable(z.number()),
  seats: z.nullable(z.number()),
  transmission: z.nullable(z.enum(transmissions)),
  fuel: z.nullable(z.enum(fuels)),
  engineCc: z.nullable(z.number()),
  powerKw: z.nullable(z.number()),
  curbWeightKg: z.nullable(z.number()),
  manufacturedYear: z.nullable(z.number()),
  registeredOn: z.nullable(z.string()),
  coeCategory: z.nullable(z.string()),
  coePremium: z.nullable(dollars),
  coeObtainedOn: z.nullable(z.string()),
  coeExpiresOn: z.nullable(z.string()),
  coeRenewed: z.nullable(z.boolean()),
  omv: z.nullable(dollars),
  arfPaid: z.nullable(dollars),
  owners: z.nullable(z.number()),
  mileageKm: z.nullable(z.number()),
});

export type CarFactsAnswer = z.infer<typeof carFacts>;
