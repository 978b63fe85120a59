import * as contract from '@carhouse/contract/feedback';
import { countUnreadFeedback, listFeedback } from '@carhouse/database/feedback/feedback';
import type { Feedback } from '@carhouse/domain/feedback/feedback';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink, selectPage } from '../http/routing/page-cursor.ts';
import { markFeedbackEntry } from './mark-feedback.ts';
import { presentFeedback } from './present-feedback.ts';
import { sendFeedback } from './send-feedback.ts';

const pageSize = 50;

export function registerFeedbackRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.sendFeedback, async ({ body, actor, makeId }) => {
    return { status: 201, body: { insertedId: await sendFeedback(context, actor, { ...body, id: makeId() }) } };
  });

  mount(app, contract.listFeedback, async ({ query }) => {
    const { rows, next } = await selectPage({
      before: query.before,
      size: pageSize,
      readTime: (feedback: Feedback) => feedback.createdAt,
      select: (limit, after) => listFeedback(context.database, query.state, limit, after),
    });
    const unreadCount = await countUnreadFeedback(context.database);
    const headers = makeNextLink(contract.listFeedback.path, next, { state: query.state });
    return { status: 200, body: { unread: unreadCount, feedback: rows.map(presentFeedback), next }, headers };
  });

  mount(app, contract.unreadFeedback, async () => ({
    status: 200,
    body: { unread: await countUnreadFeedback(context.database) },
  }));

  mount(app, contract.readFeedback, async ({ params, actor }) => ({
    status: 200,
    body: { modifiedCount: await markFeedbackEntry(context, actor, params.id, 'read') },
  }));

  mount(app, contract.archiveFeedback, async ({ params, actor }) => ({
    status: 200,
    body: { modifiedCount: await markFeedbackEntry(context, actor, params.id, 'archived') },
  }));
}
