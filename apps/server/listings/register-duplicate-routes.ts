import * as contract from '@carhouse/contract/duplicates';
import { listOpenDuplicates, type RecordedDuplicate } from '@carhouse/database/listings/duplicates';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { selectPage } from '../http/routing/page-cursor.ts';
import { settleDuplicate } from './settle-duplicate.ts';

const listedPairCountMaximum = 20;

/** Routes for admins on pairs of similar listings of two sellers. */
export function registerDuplicateRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listDuplicates, async ({ query }) => {
    const { rows, next } = await selectPage({
      before: query.cursor,
      size: listedPairCountMaximum,
      readTime: (pair: RecordedDuplicate) => pair.notedAt,
      select: (limit, after) => listOpenDuplicates(context.database, limit, after),
    });
    return { status: 200, body: { pairs: rows.map(presentDuplicate), next } };
  });

  mount(app, contract.settleDuplicate, async ({ params, body, actor }) => {
    return { status: 200, body: { modifiedCount: await settleDuplicate(context, actor, params.id, body.firstId) } };
  });
}

function presentDuplicate({
  reason,
  notedAt,
  firstCar,
  secondCar,
  openPairCountOfSeller: ofSeller,
}: RecordedDuplicate): contract.Duplicate {
  const presentCar = ({ id, title, seller, price, posted_at }: RecordedDuplicate['firstCar']) => ({
    _id: id,
    title,
    seller,
    resalePrice: dollarsFromCents(price),
    postedAt: posted_at.toISOString(),
  });
  return {
    reason,
    notedAt: notedAt.toISOString(),
    first: presentCar(firstCar),
    second: presentCar(secondCar),
    ofSeller,
  };
}
