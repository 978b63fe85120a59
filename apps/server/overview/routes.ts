import { adminQueues } from '@carhouse/contract/admin-queues';
import { overview } from '@carhouse/contract/overview';
import { systemState } from '@carhouse/contract/system';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { presentProviderPage } from '../payments/present-provider-page.ts';
import { countQueues } from './count-queues.ts';
import { presentOverview } from './present-overview.ts';
import { showOverview } from './show-overview.ts';
import { showSystem } from './show-system.ts';

export function registerOverviewRoutes(app: FastifyInstance, context: Context): void {
  mount(app, overview, async ({ actor }) => {
    const view = { withPublicName: false, now: context.now(), minimumParfRules: context.minimumParfRules };
    return {
      status: 200,
      body: presentOverview(await showOverview(context, actor), view, (id) => presentProviderPage(context, id)),
    };
  });

  mount(app, adminQueues, async ({ actor }) => ({ status: 200, body: await countQueues(context, actor) }));

  mount(app, systemState, async () => ({ status: 200, body: await showSystem(context) }));
}
