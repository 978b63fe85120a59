import type { Actor } from './account.ts';

type Role = NonNullable<Actor['role']>;
type ScreenRole = Exclude<Role, 'Buyer'>;

/**
 * The dashboard screens that belong to one role, by the path of their route (specification, sections 2 and 6). Every
 * other screen of the dashboard is open to all signed-in users. The API calls of a screen have their own `access` in
 * packages/contract.
 */
const screenRoles: Readonly<Record<string, ScreenRole>> = {
  '/dashboard/addProduct': 'Seller',
  '/dashboard/myProduct': 'Seller',
  '/dashboard/myProduct/$id/edit': 'Seller',
  '/dashboard/mybuyers': 'Seller',
  '/dashboard/import': 'Seller',
  '/dashboard/payouts': 'Seller',
  '/dashboard/payouts/confirm': 'Seller',
  '/dashboard/allBuyers': 'admin',
  '/dashboard/allSeller': 'admin',
  '/dashboard/createUser': 'admin',
  '/dashboard/allAdmins': 'admin',
  '/dashboard/allCars': 'admin',
  '/dashboard/people/$id': 'admin',
  '/dashboard/sellerPayments': 'admin',
  '/dashboard/allImports': 'admin',
  '/dashboard/holds': 'admin',
  '/dashboard/complaints': 'admin',
  '/dashboard/feedback': 'admin',
  '/dashboard/money': 'admin',
  '/dashboard/books': 'admin',
  '/dashboard/fees': 'admin',
  '/dashboard/audit': 'admin',
  '/dashboard/security': 'admin',
};

/**
 * Returns the role to which a screen belongs; undefined when it is open to all signed-in users.
 * @param path path of the screen's route, with `$id` for an id
 */
export function roleOfScreen(path: string): ScreenRole | undefined {
  return screenRoles[path];
}

/** Whether a user may open a screen. @param role '' while the user has not chosen a role */
export function mayOpenScreen(role: Role | '', path: string): boolean {
  return roleOfScreen(path) === undefined || roleOfScreen(path) === role;
}
