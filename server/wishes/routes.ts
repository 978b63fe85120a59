import * as wire from '@carhouse/contract/wishes';
import { assertOwnAddress } from '@carhouse/core/account/owner-selector';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { wishesMaximum } from '@carhouse/core/wish/wish';
import { deleteWish, listWishes } from '@carhouse/database/wishes';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/mount.ts';
import { resolveListing } from '../listings/resolve-listing.ts';
import { addWish } from './add-wish.ts';
import { presentWish } from './present-wish.ts';

export function registerWishRoutes(app: FastifyInstance, context: Context): void {
  mount(
    app,
    wire.wishLists,
  )(async ({ body, actor }) => {
    const listingId = await resolveListing(context, {
      productId: body.productId,
      sellerEmail: body.authorEmail,
      productModel: body.productTitle,
      productImg: body.productImage,
    });
    return { status: 200, body: { acknowledged: true, insertedId: await addWish(context, actor, listingId) } };
  });

  mount(
    app,
    wire.myWish,
  )(async ({ query, actor }) => {
    assertOwnAddress(actor, query.email);
    const wishes = await listWishes(context.database, actor.accountId, wishesMaximum);
    return { status: 200, body: wishes.map((wish) => presentWish(wish, actor.email)) };
  });

  mount(
    app,
    wire.removeWish,
  )(async ({ params, actor }) => {
    const id = parseId<'wish'>(params.id);
    if (id === undefined || !(await deleteWish(context.database, actor.accountId, id)))
      throw new DomainError('NOT_FOUND');
    return { status: 200, body: { deletedCount: 1 } };
  });
}
