import type { Actor } from './account.ts';

type Role = NonNullable<Actor['role']>;
type ScreenRole = Exclude<Role, 'Buyer'>;

const dashboard = '/dashboard/';

/**
 * The dashboard screens that belong to one role, by the path of their route below `/dashboard/` (specification, sections 2
 * and 6). Every other screen of the dashboard is open to all signed-in users. The API calls of a screen have their own
 * `access` in packages/contract.
 */
const screensOfRole: Readonly<Record<ScreenRole, readonly string[]>> = {
  Seller: ['addProduct', 'myProduct', 'myProduct/$id/edit', 'mybuyers', 'import', 'payouts', 'payouts/confirm'],
  admin: [
    'allBuyers',
    'allSeller',
    'createUser',
    'allAdmins',
    'allCars',
    'people/$id',
    'sellerPayments',
    'allImports',
    'holds',
    'complaints',
    'reports',
    'feedback',
    'money',
    'books',
    'fees',
    'audit',
    'security',
    'system',
  ],
};

/**
 * Returns the role to which a screen belongs; undefined when it is open to all signed-in users.
 * @param path path of the screen's route, with `$id` for an id
 */
export function findRoleOfScreen(path: string): ScreenRole | undefined {
  if (!path.startsWith(dashboard)) return undefined;
  const screen = path.slice(dashboard.length);
  return (['Seller', 'admin'] as const).find((role) => screensOfRole[role].includes(screen));
}

/** Whether a user may open a screen. @param role '' while the user has not chosen a role */
export function mayOpenScreen(role: Role | '', path: string): boolean {
  return findRoleOfScreen(path) === undefined || findRoleOfScreen(path) === role;
}
