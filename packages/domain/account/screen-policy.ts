import type { Actor } from './account.ts';

type Role = NonNullable<Actor['role']>;
type ScreenRole = Exclude<Role, 'Buyer'>;

/**
 * The dashboard screens of one role, by the path of their route (specification, sections 2 and 6). Every other screen of the
 * dashboard is for all who are signed in. The calls that a screen makes have their own access in packages/contract.
 */
const screenRoles: Readonly<Record<string, ScreenRole>> = {
  '/dashboard/addProduct': 'Seller',
  '/dashboard/myProduct': 'Seller',
  '/dashboard/myProduct/$id/edit': 'Seller',
  '/dashboard/mybuyers': 'Seller',
  '/dashboard/import': 'Seller',
  '/dashboard/allBuyers': 'admin',
  '/dashboard/allSeller': 'admin',
  '/dashboard/createUser': 'admin',
  '/dashboard/allAdmins': 'admin',
  '/dashboard/allCars': 'admin',
  '/dashboard/people/$id': 'admin',
  '/dashboard/allImports': 'admin',
  '/dashboard/holds': 'admin',
  '/dashboard/feedback': 'admin',
  '/dashboard/money': 'admin',
  '/dashboard/audit': 'admin',
  '/dashboard/security': 'admin',
};

/** The role that a screen is for; undefined where it is for all who are signed in. @param path of its route, `$id` for an id */
export function roleOfScreen(path: string): ScreenRole | undefined {
  return screenRoles[path];
}

/** Whether a user may open a screen. @param role '' before the end of sign-up */
export function mayOpenScreen(role: Role | '', path: string): boolean {
  return roleOfScreen(path) === undefined || roleOfScreen(path) === role;
}
