import { z } from 'zod/mini';
import { call } from './call.ts';
import { email, freeText, id, photoUrl } from './fields.ts';

export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  /** `''` between the two calls of sign-up. */
  role: z.enum(['Seller', 'Buyer', 'admin', '']),
  photoURL: z.string(),
  permission: z.enum(['Verified', '']),
  number: z.optional(z.string()),
});

export type User = z.infer<typeof user>;

export const getUser = call({
  method: 'GET',
  path: '/api/users/:email',
  summary: 'The user record as an array of one: own, or any for an admin',
  noun: 'accounts',
  access: 'signed-in',
  params: z.object({ email }),
  answers: { 200: z.array(user) },
});

export const postUser = call({
  method: 'POST',
  path: '/api/users',
  summary:
    'Second call of sign-up: sets name, photo and, once, the role (Seller or Buyer) of the account of the session',
  noun: 'accounts',
  access: 'signed-in',
  body: z.object({
    name: z.optional(freeText(200)),
    email: z.optional(email),
    role: z.string().check(z.maxLength(20)),
    photoURL: z.optional(photoUrl),
  }),
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});

export const me = call({
  method: 'GET',
  path: '/api/v1/me',
  summary: 'The user record of the session, or null for a visitor',
  noun: 'accounts',
  access: 'anyone',
  answers: { 200: z.object({ user: z.nullable(user) }) },
});

const people = { query: z.object({ before: z.optional(freeText(80)) }), answers: { 200: z.array(user) } } as const;

export const sellers = call({
  method: 'GET',
  path: '/api/usersrole',
  summary: 'All sellers, newest first, 200 at most; Link rel="next" leads on',
  noun: 'accounts',
  access: 'admin',
  ...people,
});

export const buyers = call({
  method: 'GET',
  path: '/api/usersroleBuyers',
  summary: 'All buyers, newest first, 200 at most; Link rel="next" leads on',
  noun: 'accounts',
  access: 'admin',
  ...people,
});

const byId = z.object({ id: z.string() });

export const deleteBuyer = call({
  method: 'DELETE',
  path: '/api/Buyer/:id',
  summary:
    'Deletes a buyer: the account is anonymised, its sessions end, open bookings are cancelled; money records stay',
  noun: 'accounts',
  access: 'admin',
  params: byId,
  answers: { 200: z.object({ acknowledged: z.boolean(), deletedCount: z.number() }) },
});

export const deleteSeller = call({
  method: 'DELETE',
  path: '/api/seller/:id',
  summary: 'Deletes a seller: as for a buyer, and the cars leave every list at once',
  noun: 'accounts',
  access: 'admin',
  params: byId,
  answers: { 200: z.object({ acknowledged: z.boolean(), deletedCount: z.number() }) },
});

export const verifySeller = call({
  method: 'PUT',
  path: '/api/users/verify/:id',
  summary: 'Verifies a seller; modifiedCount is 0 when the seller was verified before',
  noun: 'accounts',
  access: 'admin',
  params: byId,
  answers: { 200: z.object({ acknowledged: z.boolean(), modifiedCount: z.number() }) },
});
