import * as contract from '@carhouse/contract/sellers';
import type { Actor } from '@carhouse/domain/account/account';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink } from '../http/routing/page-cursor.ts';
import { presentListing } from '../listings/present-listing.ts';
import { listCarsOfSeller } from './list-cars-of-seller.ts';
import { presentSeller } from './present-seller.ts';
import { showSeller } from './show-seller.ts';

type SellerCarsQuery = { readonly brand?: string | undefined; readonly before?: string | undefined };

export function registerSellerRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.getSeller, {
    publicHandler: async ({ params }) => ({ status: 200, body: presentSeller(await showSeller(context, params.id)) }),
  });

  const answerCarsPage = async (id: string, query: SellerCarsQuery, actor: Actor | null) => {
    const page = await listCarsOfSeller(context, id, query);
    const view = { withPublicName: actor !== null, now: context.now(), minimumParfRules: context.minimumParfRules };
    const path = `/api/v1/sellers/${encodeURIComponent(id)}/listings`;
    return {
      status: 200 as const,
      body: page.rows.map((listing) => presentListing(listing, view)),
      headers: makeNextLink(path, page.next, { brand: query.brand }),
    };
  };

  mount(app, contract.carsOfSeller, {
    publicHandler: ({ params, query }) => answerCarsPage(params.id, query, null),
    credentialHandler: ({ params, query, actor }) => answerCarsPage(params.id, query, actor),
  });
}
