import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import {
  CarFront,
  CirclePlus,
  CircleUserRound,
  FileStack,
  FileUp,
  Gauge,
  Heart,
  Inbox,
  Landmark,
  type LucideIcon,
  ReceiptText,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Store,
  Timer,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import { dashboardMessages } from '#messages/dashboard';

type Role = User['role'];
type DrawerItem = {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** The roles that see it; everyone when absent. */
  readonly roles?: readonly Role[];
};

/** The drawer, top to bottom (specification, section 2). A screen that is added gets its line here. */
const items: readonly DrawerItem[] = [
  { label: dashboardMessages.overview, to: '/dashboard', icon: Gauge },
  { label: texts.drawer.profile, to: '/dashboard/myprofile', icon: CircleUserRound },
  { label: texts.drawer.addProduct, to: '/dashboard/addProduct', icon: CirclePlus, roles: ['Seller'] },
  { label: texts.drawer.myProducts, to: '/dashboard/myProduct', icon: CarFront, roles: ['Seller'] },
  { label: texts.drawer.myBuyers, to: '/dashboard/mybuyers', icon: UsersRound, roles: ['Seller'] },
  { label: dashboardMessages.import, to: '/dashboard/import', icon: FileUp, roles: ['Seller'] },
  { label: texts.drawer.myOrders, to: '/dashboard/myOrders', icon: ReceiptText, roles: ['Buyer'] },
  { label: texts.drawer.myWishList, to: '/dashboard/myWishList', icon: Heart, roles: ['Buyer'] },
  { label: texts.drawer.allBuyers, to: '/dashboard/allBuyers', icon: UsersRound, roles: ['admin'] },
  { label: texts.drawer.allSellers, to: '/dashboard/allSeller', icon: Store, roles: ['admin'] },
  { label: texts.drawer.createUser, to: '/dashboard/createUser', icon: UserPlus, roles: ['admin'] },
  { label: dashboardMessages.allAdmins, to: '/dashboard/allAdmins', icon: ShieldCheck, roles: ['admin'] },
  { label: dashboardMessages.allImports, to: '/dashboard/allImports', icon: FileStack, roles: ['admin'] },
  { label: dashboardMessages.holds, to: '/dashboard/holds', icon: Timer, roles: ['admin'] },
  { label: dashboardMessages.feedback, to: '/dashboard/feedback', icon: Inbox, roles: ['admin'] },
  { label: dashboardMessages.paymentIssues, to: '/dashboard/money', icon: Landmark, roles: ['admin'] },
  { label: dashboardMessages.audit, to: '/dashboard/audit', icon: ScrollText, roles: ['admin'] },
  { label: dashboardMessages.security, to: '/dashboard/security', icon: ShieldAlert, roles: ['admin'] },
];

/** The items for a role. */
export function drawerItems(role: Role): readonly DrawerItem[] {
  return items.filter(({ roles }) => roles === undefined || roles.includes(role));
}
