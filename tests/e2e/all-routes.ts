import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoleOfScreen } from '@carhouse/domain/account/screen-policy';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Viewer } from './screen.ts';

const routeTreeFile = join(import.meta.dirname, '../../apps/web/route-tree.gen.ts');
const viewersByRole = { Seller: 'seller', Buyer: 'buyer', admin: 'admin' } as const;

/** For pages that belong to several roles but not to buyers, the role of the user who opens the page. */
const viewersByRoute: Readonly<Record<string, Viewer>> = {
  '/orders/$id/invoice': 'admin',
  '/dashboard/statements/$month': 'seller',
};

/** Paths of pages that visitors may open. The other pages of the public layout require a signed-in user. */
const visitorPaths = ['/', '/home', '/about', '/compare', '/faq', '/cars', '/login', '/signup', '/first-admin'];
const visitorRoutes = [...visitorPaths, '/confirm-email', '/forgot-password', '/reset-password'];

/** The routes of the web app as the router names them: `/cars/$id`. */
export function listRoutes(): readonly string[] {
  const [, list = ''] = /FileRoutesByTo \{([^}]*)\}/.exec(readFileSync(routeTreeFile, 'utf8')) ?? [];
  return [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
}

/**
 * Ids of records whose pages are opened. The car is on sale and belongs to the seller. Both orders belong to the buyer.
 */
type RouteIds = {
  readonly car: string;
  readonly seller: string;
  readonly person: string;
  readonly unpaidOrder: string;
  readonly paidOrder: string;
};

/**
 * Lists one page of each route, with the user who may open it.
 * @throws Error for a route with an id parameter for which `ids` has no record.
 */
export function listPages(ids: RouteIds): readonly { path: string; as: Viewer }[] {
  const records: Readonly<Record<string, string>> = {
    '/$': '/no/such/page',
    '/cars/$id': `/cars/${ids.car}`,
    '/cars/$id/reservation': `/cars/${ids.car}/reservation`,
    '/sellers/$id': `/sellers/${ids.seller}`,
    '/dashboard/people/$id': `/dashboard/people/${ids.person}`,
    '/orders/$id': `/orders/${ids.unpaidOrder}`,
    '/orders/$id/invoice': `/orders/${ids.paidOrder}/invoice`,
    '/dashboard/statements/$month': `/dashboard/statements/${toSingaporeDay(new Date()).slice(0, 7)}`,
    '/dashboard/myOrders/$id': `/dashboard/myOrders/${ids.unpaidOrder}`,
    '/dashboard/myOrders/$id/receipt': `/dashboard/myOrders/${ids.paidOrder}/receipt`,
    '/dashboard/myProduct/$id/edit': `/dashboard/myProduct/${ids.car}/edit`,
  };
  return listRoutes().map((route) => {
    const path = records[route] ?? route;
    if (path.includes('$')) throw new Error(`Name a record for the route ${route} in all-routes.ts.`);
    const role = findRoleOfScreen(route);
    const isPublic = visitorRoutes.includes(route) || route === '/$' || /^\/(cars|sellers)/.test(route);
    return {
      path,
      as: isPublic ? 'visitor' : (viewersByRoute[route] ?? (role === undefined ? 'buyer' : viewersByRole[role])),
    };
  });
}
