import type { Mutant } from './mutant.ts';

const openRouteTests = ['apps/server/http/limits/open-routes.test.ts'];

/** Mutants of routes outside of the API, and of weaknesses that a review of the code found on 24 November 2026. */
export const openRouteMutants: readonly Mutant[] = [
  {
    name: 'OPEN-SITEMAP',
    fault: 'each part of the sitemap that does not exist reads all listings on sale',
    edits: [
      {
        file: 'apps/server/ssr/register-sitemap.ts',
        find: "partsCache.get('parts', () => SitemapParts.read(context))",
        replace: 'SitemapParts.read(context)',
      },
    ],
    tests: openRouteTests,
  },
  {
    name: 'OPEN-PICTURES',
    fault: 'one address may search the image store for any number of pictures that do not exist',
    edits: [
      {
        file: 'apps/server/images/serve-images.ts',
        find: "if (!foundKeys.has(key)) await app.countCall('new GET /media/:file', null, request);",
        replace: '',
      },
    ],
    tests: openRouteTests,
  },
  {
    name: 'OPEN-EVENTS',
    fault: 'one address may have any number of refused events logged',
    edits: [
      {
        file: 'apps/server/payments/routes.ts',
        find: "await app.countCall('refused POST /api/webhooks/card-provider', null, request);",
        replace: '',
      },
    ],
    tests: openRouteTests,
  },
  {
    name: 'OPEN-READY',
    fault: 'each question about readiness asks the database',
    edits: [
      {
        file: 'apps/server/http/routing/health-routes.ts',
        find: 'if (latestCheck === undefined || currentTimeMs - latestCheck.at > checkReuseMs) {',
        replace: 'if (latestCheck === undefined || currentTimeMs >= latestCheck.at) {',
      },
    ],
    tests: openRouteTests,
  },
  {
    name: 'OPEN-PEOPLE',
    fault: 'a copied session of an admin reads the list of buyers without a limit',
    edits: [
      {
        file: 'apps/server/http/limits/rate-limits.ts',
        find: "  'GET /api/usersroleBuyers',\n",
        replace: '',
      },
    ],
    tests: openRouteTests,
  },
  {
    name: 'OPEN-CALLBACK',
    fault: 'one address may send any number of wrong callbacks to the sign-in provider',
    edits: [
      {
        file: 'packages/auth/openid-sign-in.ts',
        find: "if (!landingUrl.searchParams.has('fault')) await attempt.release();",
        replace: 'await attempt.release();',
      },
    ],
    tests: ['apps/server/http/routing/openid-sign-in.test.ts'],
  },
  {
    name: 'SESSION-ANCHOR',
    fault: 'each confirmation with a second factor gives an admin eight further hours',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: ', signedInAt: replacedSession.signedInAt };',
        replace: ' };',
      },
    ],
    tests: ['apps/server/accounts/confirm-session.test.ts'],
  },
];
