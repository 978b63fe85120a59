import type { User } from '@carhouse/contract/accounts';
import { findRoleOfScreen, mayOpenScreen } from '@carhouse/domain/account/screen-policy';
import { type AnyRoute, createRouter, isRedirect } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { listDrawerItems } from '../features/dashboard/drawer-items.ts';
import { routeTree } from '../route-tree.gen.ts';
import { requireScreenRole, requireUser } from './guards.ts';
import type { RouterContext } from './prefetch.ts';

const roles = ['', 'Buyer', 'Seller', 'admin'] as const;
const routes = createRouter({ routeTree, context: {} as RouterContext }).routesById as unknown as Readonly<
  Record<string, AnyRoute>
>;
const dashboardRouteIds = Object.keys(routes).filter((id) => id.startsWith('/dashboard/'));

/** Returns where the guard of a screen sends a user: the path and the toast, or 'in' when it admits the user. */
function visitScreen(routeId: string, role: User['role']): string {
  return findGuardTarget(() =>
    requireScreenRole({ context: { user: { role } as User }, location: { href: '/asked' }, routeId }),
  );
}

function findGuardTarget(runGuard: () => unknown): string {
  try {
    runGuard();
    return 'in';
  } catch (signal) {
    if (!isRedirect(signal)) throw signal;
    const { to, search } = signal.options as { to: string; search: { toast?: string } };
    return `${to} ${search.toast ?? ''}`.trim();
  }
}

describe('the guard of a screen', () => {
  it('redirects users of other roles from the screens of one role', () => {
    const notAdminRedirect = '/login not-admin';
    expect(roles.map((role) => visitScreen('/dashboard/audit', role))).toEqual([
      notAdminRedirect,
      notAdminRedirect,
      notAdminRedirect,
      'in',
    ]);
    const sellersOnlyRedirect = '/dashboard sellers-only';
    expect(roles.map((role) => visitScreen('/dashboard/myProduct/', role))).toEqual([
      sellersOnlyRedirect,
      sellersOnlyRedirect,
      'in',
      sellersOnlyRedirect,
    ]);
    expect(roles.map((role) => visitScreen('/dashboard/myWishList', role))).toEqual(['in', 'in', 'in', 'in']);
  });

  it('guards every screen that is for one role, and no other screen', () => {
    const guardedScreens = dashboardRouteIds.filter((id) => routes[id]?.options.beforeLoad === requireScreenRole);
    expect(guardedScreens).toEqual(
      dashboardRouteIds.filter((id) => findRoleOfScreen(id.replace(/\/$/, '')) !== undefined),
    );
    expect(dashboardRouteIds.filter((id) => !guardedScreens.includes(id)).sort()).toEqual([
      '/dashboard/',
      '/dashboard/myOrders/',
      '/dashboard/myOrders/$id',
      '/dashboard/myOrders/$id_/receipt',
      '/dashboard/myWishList',
      '/dashboard/myprofile',
      // Sellers and admins may open statements, so the server decides and not the guard.
      '/dashboard/statements/$month',
    ]);
  });

  it('runs after the guard of the dashboard, which redirects visitors to the login', () => {
    expect(routes['/dashboard']?.options.beforeLoad).toBe(requireUser);
    const guardArguments = { location: { href: '/dashboard' } };
    expect(findGuardTarget(() => requireUser({ ...guardArguments, context: { user: null } }))).toBe('/login');
    expect(requireUser({ ...guardArguments, context: { user: { role: '' } as User } })).toEqual({ user: { role: '' } });
  });

  it('allows every screen that the drawer shows', () => {
    for (const role of roles) {
      const shownPaths = listDrawerItems(role).map(({ to }) => to);
      expect(shownPaths.filter((to) => !mayOpenScreen(role, to))).toEqual([]);
      expect([role, shownPaths.includes('/dashboard/audit')]).toEqual([role, role === 'admin']);
      expect(shownPaths).toContain('/dashboard');
    }
  });
});
