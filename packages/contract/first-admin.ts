import { z } from 'zod/mini';
import { call } from './call.ts';
import { email, makeFreeTextSchema, makePublicLineSchema } from './fields.ts';
import { validationTexts } from './validation-texts.ts';

export const createFirstAdmin = call({
  method: 'POST',
  path: '/api/v1/first-admin',
  summary: 'Makes the first admin of a server that has none, by the one-time link that its start has printed',
  noun: 'accounts',
  access: 'anyone',
  body: z.strictObject({
    token: z.string().check(z.maxLength(200)),
    name: makePublicLineSchema(200, 1, validationTexts.userNameRequired),
    email: z.pipe(makeFreeTextSchema(254, 1, validationTexts.userEmailRequired), email),
    // The schema does not check the password rules. The identity service checks the password rules, and responds with
    // PASSWORD_RULE and a message.
    password: z.string().check(z.maxLength(1000)),
  }),
  answers: { 201: z.object({ created: z.literal(true) }) },
});
