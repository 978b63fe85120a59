import { texts } from '@carhouse/contract/texts';
import { Link, Outlet } from '@tanstack/react-router';
import { ArrowLeft, Menu, Search, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { dashboardShellMessages } from '#messages/dashboard-shell';
import { sharedMessages } from '#messages/shared';
import { useSignedInUser } from '../../app/session.ts';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Brandmark, ThemeButton } from '../layout/bar-parts.tsx';
import { UserMenu } from '../layout/user-menu.tsx';
import { listDrawerItems } from './drawer-items.ts';
import { type Drawer, useDrawer } from './use-drawer.ts';
import { useDrawerCounts } from './use-drawer-counts.ts';

/**
 * The layout of the dashboard: the drawer with the items of the user's role, the bar at the top, and a screen.
 * `children` are the content of the screen; without `children`, the screen of the current route is shown.
 */
export function DashboardShell({ children }: { children?: ReactNode }): ReactElement {
  const user = useSignedInUser();
  const drawer = useDrawer();
  return (
    <>
      <a className="skip" href="#main" inert={drawer.isOpen}>
        {sharedMessages.skipToContent}
      </a>
      <div className="shell">
        <DrawerPanel drawer={drawer} />
        <div className="scrim" hidden={!drawer.isOpen} onPointerDown={drawer.close} aria-hidden="true" />
        <div className="shell__main" inert={drawer.isOpen}>
          <header className="bar">
            <button
              ref={drawer.menuButtonRef}
              className="iconbtn bar__burger"
              type="button"
              aria-label={dashboardShellMessages.openMenu}
              aria-expanded={drawer.isOpen}
              aria-controls="drawer"
              onClick={drawer.openDrawer}
            >
              <Icon of={Menu} />
            </button>
            <Link className="bar__search" to="/cars" aria-label={dashboardShellMessages.searchCars}>
              <Icon of={Search} />
              <span>{dashboardShellMessages.searchCars}</span>
            </Link>
            <div className="bar__act">
              <ThemeButton />
              <UserMenu user={user} />
            </div>
          </header>
          <main id="main" className="dash" tabIndex={-1}>
            {children ?? <Outlet />}
          </main>
        </div>
      </div>
    </>
  );
}

function DrawerPanel({ drawer }: { drawer: Drawer }): ReactElement {
  const user = useSignedInUser();
  const items = listDrawerItems(user.role);
  const counts = useDrawerCounts(user);
  return (
    <section
      id="drawer"
      className={drawer.isOpen ? 'drawer is-open' : 'drawer'}
      aria-label={dashboardMessages.name}
      {...(drawer.isOpen ? { role: 'dialog', 'aria-modal': true } : {})}
      onKeyDown={drawer.onKeyDown}
    >
      <div className="drawer__head">
        <Brandmark name={texts.footerName} />
        <button
          ref={drawer.closeButtonRef}
          className="iconbtn drawer__close"
          type="button"
          aria-label={dashboardShellMessages.closeMenu}
          onClick={drawer.close}
        >
          <Icon of={X} />
        </button>
      </div>
      <nav className="drawer__nav" aria-label={dashboardShellMessages.menu}>
        {items.map((item) => (
          <Link
            key={item.to}
            className="drawer__item"
            to={item.to}
            activeOptions={{ exact: item.to === '/dashboard' }}
            onClick={drawer.closeDrawerAfterChoice}
          >
            <Icon of={item.icon} />
            <span>{item.label}</span>
            {counts[item.to] === undefined ? null : (
              <span className="drawer__count num">{formatCount(counts[item.to] ?? 0)}</span>
            )}
          </Link>
        ))}
      </nav>
      <div className="drawer__foot">
        <Link className="drawer__item" to="/home" onClick={drawer.closeDrawerAfterChoice}>
          <Icon of={ArrowLeft} />
          <span>{dashboardShellMessages.back}</span>
        </Link>
      </div>
    </section>
  );
}
