import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, Search } from 'lucide-react';
import { type ReactElement, Suspense } from 'react';
import { layoutMessages } from '#messages/layout';
import { sharedMessages } from '#messages/shared';
import { makeIdleComponent } from '../../app/hydration.ts';
import { useSession } from '../../app/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Brandmark, ThemeButton } from './bar-parts.tsx';
import { brandCollections, CollectionLinks } from './collections.tsx';
import { CarPageLinks, MobileMenu } from './mobile-menu.tsx';

const loadUserMenu = async () => (await import('./user-menu.tsx')).SessionMenu;
const LateUserMenu = import.meta.env.SSR ? await loadUserMenu() : makeIdleComponent(loadUserMenu);
// The element is a constant: if its props were new objects, React would render the element again before its code has
// loaded.
const userMenu = (
  <Suspense>
    <LateUserMenu />
  </Suspense>
);

/** The navbar. With `isOverImage` the navbar overlays the image of the home page. */
export function Topbar({ isOverImage = false }: { isOverImage?: boolean }): ReactElement {
  const user = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      <a className="skip" href="#main">
        {sharedMessages.skipToContent}
      </a>
      <header className={isOverImage ? 'top top--over' : 'top'}>
        <div className="wrap top__inner">
          <Brandmark />
          <nav className="top__nav" aria-label={layoutMessages.mainNavigation}>
            <Link to="/home" aria-current={path === '/' || path === '/home' ? 'page' : undefined}>
              {layoutMessages.home}
            </Link>
            <Collections isCurrent={brandCollections.some(({ to }) => to === path)} />
            <CarPageLinks role={user?.role} />
            <Link to="/faq">{layoutMessages.faq}</Link>
            <Link to="/about">{layoutMessages.about}</Link>
          </nav>
          {/* The attribute `data-late` says that the account menu is not hydrated yet. */}
          <div className="top__act" data-late={user === null ? undefined : ''}>
            <Link className="iconbtn top__search" to="/cars" aria-label={layoutMessages.search}>
              <Icon of={Search} />
            </Link>
            {user === null ? (
              <>
                <ThemeButton />
                <Link className="btn btn--onimg" to="/login">
                  {layoutMessages.login}
                </Link>
              </>
            ) : (
              userMenu
            )}
            <MobileMenu role={user?.role} />
          </div>
        </div>
      </header>
    </>
  );
}

function Collections({ isCurrent }: { isCurrent: boolean }): ReactElement {
  return (
    <Popover
      triggerClass={isCurrent ? 'top__menu is-current' : 'top__menu'}
      panelClass="popover popover--cars"
      buttonContent={
        <>
          {layoutMessages.collections}
          <Icon of={ChevronDown} />
        </>
      }
    >
      <CollectionLinks />
    </Popover>
  );
}
