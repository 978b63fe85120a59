import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Heart, LayoutDashboard, LogOut, ReceiptText, ShieldCheck, SunMoon } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { layoutMessages } from '#messages/layout';
import { useLeavePage, useSession } from '../../app/session.ts';
import { toggleTheme } from '../../app/theme.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';

const loadIdentityModule = () => import('../../app/identity.ts');

/** The user menu of the navbar. The code of the menu is not loaded for visitors. */
export function SessionMenu(): ReactElement | null {
  const user = useSession();
  useEffect(() => document.querySelector('.top__act')?.removeAttribute('data-late'), []);
  return user === null ? null : <UserMenu user={user} />;
}

/** The avatar and its menu: name, role in brackets, e-mail, Dashboard, theme, Sign out (specification, section 2). */
export function UserMenu({ user }: { user: User }): ReactElement {
  const leavePage = useLeavePage();
  // The code for signing out is fetched in advance, because it also reports a missing connection.
  useEffect(() => void loadIdentityModule().catch(() => undefined), []);
  const signOut = async () => (await loadIdentityModule()).signOutToLogin(leavePage);
  return (
    <Popover
      triggerClass="userbtn"
      triggerLabel={layoutMessages.accountMenu(user.name)}
      panelClass="popover popover--user"
      buttonContent={
        <>
          <Avatar name={user.name} image={user.photoURL} />
          <Icon of={ChevronDown} />
        </>
      }
    >
      <div className="popover__who">
        <Avatar name={user.name} image={user.photoURL} size="lg" />
        <div>
          <p className="popover__name">
            {user.name} {user.role === '' ? null : <span>{layoutMessages.role(user.role)}</span>}
            {user.role === 'admin' ? <AdminBadge /> : null}
          </p>
          <p className="popover__mail">{user.email}</p>
        </div>
      </div>
      <Link className="popover__item" to="/dashboard">
        <Icon of={LayoutDashboard} />
        {layoutMessages.dashboard}
      </Link>
      {user.role === 'Buyer' ? (
        <>
          <Link className="popover__item" to="/dashboard/myOrders">
            <Icon of={ReceiptText} />
            {texts.drawer.myOrders}
          </Link>
          <Link className="popover__item" to="/dashboard/myWishList">
            <Icon of={Heart} />
            {texts.drawer.myWishList}
          </Link>
        </>
      ) : null}
      <button className="popover__item" type="button" onClick={toggleTheme}>
        <Icon of={SunMoon} />
        {layoutMessages.lightOrDark}
      </button>
      <button className="popover__item" type="button" onClick={() => void signOut()}>
        <Icon of={LogOut} />
        {layoutMessages.signOut}
      </button>
    </Popover>
  );
}

function AdminBadge(): ReactElement {
  return (
    <>
      <Icon of={ShieldCheck} className="admin-badge" />
      <span className="visually-hidden">{layoutMessages.admin}</span>
    </>
  );
}
