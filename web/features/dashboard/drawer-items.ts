import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { CircleUserRound, Gauge, type LucideIcon, ReceiptText } from 'lucide-react';

type Role = User['role'];
type DrawerItem = {
  readonly label: string;
  readonly to: '/dashboard' | '/dashboard/myprofile' | '/dashboard/myOrders';
  readonly icon: LucideIcon;
  /** Who sees it; everyone when absent. */
  readonly roles?: readonly Role[];
};

/** The drawer, top to bottom (specification, section 2). A screen that is added gets its line here. */
const items: readonly DrawerItem[] = [
  { label: 'Overview', to: '/dashboard', icon: Gauge },
  { label: texts.drawer.profile, to: '/dashboard/myprofile', icon: CircleUserRound },
  { label: texts.drawer.myOrders, to: '/dashboard/myOrders', icon: ReceiptText, roles: ['Buyer'] },
];

/** The items for a role. */
export function drawerItems(role: Role): readonly DrawerItem[] {
  return items.filter(({ roles }) => roles === undefined || roles.includes(role));
}
