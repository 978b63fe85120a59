import * as contract from '@carhouse/contract/wishes';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { listWishes } from '@carhouse/database/wishes/wishes';
import { assertOwnAddress } from '@carhouse/domain/account/owner-selector';
import { wishesMaximum } from '@carhouse/domain/wish/wish';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { resolveListing } from '../listings/resolve-listing.ts';
import { addWish } from './add-wish.ts';
import { presentWish } from './present-wish.ts';
import { removeWish } from './remove-wish.ts';
import { restoreWish } from './restore-wish.ts';

export function registerWishRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.wishLists, async ({ body, actor }) => {
    const listingId = await resolveListing(context, actor, {
      productId: body.productId,
      sellerEmail: body.authorEmail,
      productModel: body.productTitle,
      productImg: body.productImage,
    });
    return { status: 200, body: { acknowledged: true, insertedId: await addWish(context, actor, listingId) } };
  });

  mount(app, contract.myWish, async ({ query, actor }) => {
    assertOwnAddress(actor, query.email);
    const wishes = await runAsMember(context.database, actor.accountId, (trx) =>
      listWishes(trx, actor.accountId, wishesMaximum),
    );
    const view = { now: context.now(), minimumParfRules: context.minimumParfRules };
    return { status: 200, body: wishes.map((wish) => presentWish(wish, actor.email, view)) };
  });

  mount(app, contract.removeWish, async ({ params, actor }) => {
    return { status: 200, body: { deletedCount: 1, undo: await removeWish(context, actor, params.id) } };
  });

  mount(app, contract.restoreWish, async ({ body, actor }) => {
    return { status: 200, body: { acknowledged: true, insertedId: await restoreWish(context, actor, body.undo) } };
  });
}
