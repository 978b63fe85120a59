import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { mayOpenScreen } from '@carhouse/domain/account/screen-policy';
import { findBookerRefusal } from '@carhouse/domain/booking/booking-policy';
import {
  Activity,
  Banknote,
  CarFront,
  CirclePlus,
  CircleUserRound,
  FileStack,
  FileUp,
  Flag,
  Gauge,
  Heart,
  Inbox,
  Landmark,
  type LucideIcon,
  MessageSquareWarning,
  Percent,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Store,
  Timer,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import { dashboardMessages } from '#messages/dashboard';
import { dashboardShellMessages } from '#messages/dashboard-shell';

type Role = User['role'];
type DrawerItem = {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /**
   * Whether the item is shown only to users who may book a car. A user who may not book a car can still open the screen
   * by its URL.
   */
  readonly isForBookers?: true;
};

/**
 * The items of the drawer from top to bottom (specification, section 2). A new screen is added here; `screen-policy.ts`
 * says which role may open it.
 */
const items: readonly DrawerItem[] = [
  { label: dashboardShellMessages.overview, to: '/dashboard', icon: Gauge },
  { label: texts.drawer.profile, to: '/dashboard/myprofile', icon: CircleUserRound },
  { label: texts.drawer.addProduct, to: '/dashboard/addProduct', icon: CirclePlus },
  { label: texts.drawer.myProducts, to: '/dashboard/myProduct', icon: CarFront },
  { label: texts.drawer.myBuyers, to: '/dashboard/mybuyers', icon: UsersRound },
  { label: dashboardMessages.import, to: '/dashboard/import', icon: FileUp },
  { label: texts.drawer.myOrders, to: '/dashboard/myOrders', icon: ReceiptText, isForBookers: true },
  { label: texts.drawer.allBuyers, to: '/dashboard/allBuyers', icon: UsersRound },
  { label: texts.drawer.allSellers, to: '/dashboard/allSeller', icon: Store },
  { label: texts.drawer.createUser, to: '/dashboard/createUser', icon: UserPlus },
  // The wish list follows the items that the specification lists for each role, because sellers and admins may use a
  // wish list too.
  { label: texts.drawer.myWishList, to: '/dashboard/myWishList', icon: Heart },
  { label: dashboardMessages.getPaid, to: '/dashboard/payouts', icon: Banknote },
  { label: dashboardMessages.allCars, to: '/dashboard/allCars', icon: CarFront },
  { label: dashboardMessages.allAdmins, to: '/dashboard/allAdmins', icon: ShieldCheck },
  { label: dashboardMessages.allImports, to: '/dashboard/allImports', icon: FileStack },
  { label: dashboardMessages.holds, to: '/dashboard/holds', icon: Timer },
  { label: dashboardMessages.sellerPayments, to: '/dashboard/sellerPayments', icon: Banknote },
  { label: dashboardMessages.complaints, to: '/dashboard/complaints', icon: MessageSquareWarning },
  { label: dashboardMessages.reports, to: '/dashboard/reports', icon: Flag },
  { label: dashboardMessages.feedback, to: '/dashboard/feedback', icon: Inbox },
  { label: dashboardMessages.paymentIssues, to: '/dashboard/money', icon: Landmark },
  { label: dashboardMessages.books, to: '/dashboard/books', icon: Scale },
  { label: dashboardMessages.fees, to: '/dashboard/fees', icon: Percent },
  { label: dashboardMessages.audit, to: '/dashboard/audit', icon: ScrollText },
  { label: dashboardMessages.security, to: '/dashboard/security', icon: ShieldAlert },
  { label: dashboardMessages.system, to: '/dashboard/system', icon: Activity },
];

/** Returns the items for a role. */
export function listDrawerItems(role: Role): readonly DrawerItem[] {
  return items.filter(
    ({ to, isForBookers }) =>
      mayOpenScreen(role, to) && (isForBookers === undefined || findBookerRefusal(role, false) === null),
  );
}
