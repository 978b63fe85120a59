import { roles, sellerKinds } from '@carhouse/domain/account/account';
import { z } from 'zod/mini';
import { call } from './call.ts';
import {
  email,
  id,
  makeFreeTextSchema,
  makePublicLineSchema,
  makePublicTextSchema,
  makeSingleLineSchema,
  makeWholeNumberSchema,
  photoUrl,
} from './fields.ts';
import { validationTexts } from './validation-texts.ts';

export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  /** The role of the account; `''` until the user has chosen a role, which is the second call of the sign-up. */
  role: z.enum(['Seller', 'Buyer', 'admin', '']),
  photoURL: z.string(),
  permission: z.enum(['Verified', '']),
  number: z.optional(z.string()),
});

export type User = z.infer<typeof user>;

/**
 * The caller's own account. In addition to the specification's fields, the account has the state of the caller's
 * session, which the pages need.
 */
const ownUser = z.extend(user, {
  emailConfirmed: z.boolean(),
  /** The kind of the seller; it has no meaning for other roles. */
  sellerKind: z.enum(sellerKinds),
  /** Whether the session may only be used to change the password. */
  mustChangePassword: z.boolean(),
  /** Whether the session may only be used to add a second factor, because the user is an admin without one. */
  mustAddSecondFactor: z.boolean(),
});

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
  securityEvent: 'role-act',
  body: z.object({
    name: z.optional(makePublicLineSchema(200)),
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
  lane: 'essential',
  duringPasswordChange: true,
  answers: { 200: z.object({ user: z.nullable(ownUser) }) },
});

/**
 * An account in the admins' lists of users. In addition to the specification's fields, the account has the status, the
 * reason of the last status change, the sign-up date, the number of cars on sale and the number of the user's own
 * orders.
 */
export const listedUser = z.extend(user, {
  /** `waiting` means that the account waits for the approval of a second admin. */
  status: z.enum(['waiting', 'active', 'suspended']),
  standingReason: z.nullable(z.string()),
  joinedAt: z.string(),
  cars: z.number(),
  /** Number of cars of the user that are sold. */
  sold: z.number(),
  orders: z.number(),
});

export type ListedUser = z.infer<typeof listedUser>;

/**
 * The values of the parameter `standing` of the lists of users. A list without the parameter contains accounts in every
 * status.
 */
export const displayStatuses = ['unverified', 'verified', 'suspended'] as const;
export type DisplayStatus = (typeof displayStatuses)[number];

const listQuery = {
  before: z.optional(makeFreeTextSchema(80)),
  /** A part of the user's name or e-mail address. */
  search: z.optional(makeFreeTextSchema(100)),
  standing: z.optional(z.enum(displayStatuses)),
  /** Maximum number of accounts in the response; the default is 200. */
  limit: z.optional(makeWholeNumberSchema(1, 200)),
};
const userList = { query: z.object(listQuery), answers: { 200: z.array(listedUser) } } as const;

export const sellers = call({
  method: 'GET',
  path: '/api/usersrole',
  summary: 'All sellers, newest first, 200 at most; Link rel="next" leads on',
  noun: 'accounts',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  // `query` and `answers` are written as properties instead of `...userList`, so that the build for browsers can remove
  // them.
  query: userList.query,
  answers: userList.answers,
});

export const buyers = call({
  method: 'GET',
  path: '/api/usersroleBuyers',
  summary: 'All buyers, newest first, 200 at most; Link rel="next" leads on',
  noun: 'accounts',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: userList.query,
  answers: userList.answers,
});

const idParameters = z.object({ id: z.string() });

export const deleteBuyer = call({
  method: 'DELETE',
  path: '/api/Buyer/:id',
  summary:
    'Deletes a buyer: the account is anonymised, its sessions end, open bookings are cancelled; money records stay',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  needsRecentSignIn: true,
  params: idParameters,
  answers: { 200: z.object({ acknowledged: z.boolean(), deletedCount: z.number() }) },
});

export const deleteSeller = call({
  method: 'DELETE',
  path: '/api/seller/:id',
  summary: 'Deletes a seller: as for a buyer, and the cars leave every list at once',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  needsRecentSignIn: true,
  params: idParameters,
  answers: { 200: z.object({ acknowledged: z.boolean(), deletedCount: z.number() }) },
});

export const verifySeller = call({
  method: 'PUT',
  path: '/api/users/verify/:id',
  summary: 'Verifies a seller; modifiedCount is 0 when the seller was verified before',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  params: idParameters,
  answers: { 200: z.object({ acknowledged: z.boolean(), modifiedCount: z.number() }) },
});

/**
 * Changes the caller's own account. The account's profile image is an image that the caller uploaded, or an https URL.
 */
export const updateMe = call({
  method: 'PUT',
  path: '/api/v1/me',
  summary:
    'Changes name, number, photo or kind of seller of the own account; what is left out stays, an empty photo or number goes',
  noun: 'accounts',
  access: 'signed-in',
  body: z.strictObject({
    name: z.optional(makePublicLineSchema(200, 1, validationTexts.userNameRequired)),
    number: z.optional(makeSingleLineSchema(30)),
    photoURL: z.optional(photoUrl),
    /** Whether a seller is private or a dealer. */
    sellerKind: z.optional(z.enum(sellerKinds)),
  }),
  answers: { 200: z.object({ user }) },
});

export const accounts = call({
  method: 'GET',
  path: '/api/v1/accounts',
  summary: 'The accounts of a role, suspended ones too, newest first, 200 at most; Link rel="next" leads on',
  noun: 'accounts',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({ role: z.enum(roles), ...listQuery }),
  answers: { 200: z.array(listedUser) },
});

const totals = z.object({
  sellers: z.number(),
  /** Number of active sellers who are not verified. */
  toVerify: z.number(),
  /** Number of verified sellers, including suspended ones. */
  verifiedSellers: z.number(),
  suspendedSellers: z.number(),
  buyers: z.number(),
  suspendedBuyers: z.number(),
});

export type AccountTotals = z.infer<typeof totals>;

export const accountTotals = call({
  method: 'GET',
  path: '/api/v1/accounts/totals',
  summary:
    'How many sellers and buyers there are, and how many of them wait for something; deleted ones are not counted',
  noun: 'accounts',
  access: 'admin',
  answers: { 200: totals },
});

export const createAccount = call({
  method: 'POST',
  path: '/api/v1/accounts',
  summary: 'Makes an account of any role; its owner must choose another password at the first sign-in',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  needsRecentSignIn: true,
  body: z.strictObject({
    name: makePublicLineSchema(200, 1, validationTexts.userNameRequired),
    email: z.pipe(makeFreeTextSchema(254, 1, validationTexts.userEmailRequired), email),
    password: z
      .string({ error: (issue) => (issue.input === undefined ? validationTexts.userPasswordRequired : undefined) })
      .check(z.minLength(1, { error: validationTexts.userPasswordRequired }), z.maxLength(1000)),
    role: z.enum(roles),
    photoURL: z.pipe(makeFreeTextSchema(2048, 1, validationTexts.imageRequired), photoUrl),
    number: z.optional(z.nullable(makeSingleLineSchema(30))),
  }),
  answers: {
    201: z.object({
      insertedId: id,
      /** The field is present when another admin has to approve the account before the account can be used. */
      status: z.optional(z.literal('waiting')),
    }),
  },
});

const reason = z.strictObject({ reason: makePublicTextSchema(300, 1) });
const modifiedAnswers = { 200: z.object({ modifiedCount: z.number() }) };

export const suspendAccount = call({
  method: 'POST',
  path: '/api/v1/accounts/:id/suspension',
  summary:
    'Suspends an account: its sessions end, open bookings are cancelled, a seller’s cars leave every list at once',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  needsRecentSignIn: true,
  params: idParameters,
  body: reason,
  answers: modifiedAnswers,
});

export const reinstateAccount = call({
  method: 'POST',
  path: '/api/v1/accounts/:id/reinstatement',
  summary: 'Ends a suspension: the person may sign in again, a seller’s cars are back in the lists',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  needsRecentSignIn: true,
  params: idParameters,
  body: reason,
  answers: modifiedAnswers,
});

export const unverifySeller = call({
  method: 'POST',
  path: '/api/v1/accounts/:id/unverification',
  summary: 'Takes the verification of a seller back; modifiedCount is 0 when they were not verified',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  params: idParameters,
  body: reason,
  answers: modifiedAnswers,
});
