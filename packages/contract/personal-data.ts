import { z } from 'zod/mini';
import { call } from './call.ts';

/** One stored record about the user, with field names in camel case, times in ISO 8601 (UTC) and money in dollars. */
const record = z.record(z.string(), z.unknown());

export const exportMe = call({
  method: 'GET',
  path: '/api/v1/me/export',
  summary:
    'Everything that is kept about the caller, with other people masked. For a session of the last 15 minutes that has proved the second factor where there is one, once a day',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'export',
  lane: 'costly',
  needsRecentSignIn: true,
  answers: {
    200: z.object({
      exportedAt: z.string(),
      account: record,
      credentials: z.array(record),
      secondFactors: z.array(record),
      sessions: z.array(record),
      listings: z.array(record),
      images: z.array(record),
      bookingsAsBuyer: z.array(record),
      bookingsAsSeller: z.array(record),
      wishes: z.array(record),
      paymentAttempts: z.array(record),
      payments: z.array(record),
      sales: z.array(record),
      complaints: z.array(record),
      bankParts: z.array(record),
      reservations: z.array(record),
      reservationConditions: z.array(record),
      placesInLine: z.array(record),
      refunds: z.array(record),
      paymentInstructions: z.array(record),
      payoutAccounts: z.array(record),
      links: z.array(record),
      mails: z.array(record),
      feedback: z.array(record),
      reports: z.array(record),
      audit: z.array(record),
    }),
  },
});

export const deleteMe = call({
  method: 'DELETE',
  path: '/api/v1/me',
  summary:
    'Deletes the own account: the person leaves it, open bookings are cancelled, money records stay. Asks for the password, or for a session of the last 15 minutes where there is none, and for a proof of the second factor where there is one',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'role-act',
  body: z.strictObject({ password: z.optional(z.string().check(z.maxLength(1024))) }),
  answers: { 200: z.object({ deletedCount: z.number() }) },
});
