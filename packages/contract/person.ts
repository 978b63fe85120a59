import { bookingStatuses } from '@carhouse/domain/booking/booking';
import { z } from 'zod/mini';
import { listedUser } from './accounts.ts';
import { call } from './call.ts';
import { dollars, id } from './fields.ts';

/**
 * An order on the admins' page of a user: an order that the user made, or one that another user made for one of the
 * user's cars.
 */
const personOrder = z.object({
  _id: id,
  productId: id,
  title: z.string(),
  category: z.string(),
  price: dollars,
  status: z.enum(bookingStatuses),
  bookedAt: z.string(),
  buyer: z.object({ _id: id, name: z.string() }),
  seller: z.object({ _id: id, name: z.string() }),
});

export type PersonOrder = z.infer<typeof personOrder>;

export const showPerson = call({
  method: 'GET',
  path: '/api/v1/accounts/:id',
  summary: 'One account with its newest orders, as buyer and as seller together, 20 at most',
  noun: 'accounts',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  params: z.object({ id: z.string() }),
  answers: {
    200: z.object({
      account: listedUser,
      verifiedAt: z.nullable(z.string()),
      emailConfirmed: z.boolean(),
      orders: z.array(personOrder),
    }),
  },
});

export type Person = z.infer<(typeof showPerson)['answers'][200]>;
