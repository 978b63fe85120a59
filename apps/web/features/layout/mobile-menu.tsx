import type { User } from '@carhouse/contract/accounts';
import { Link, useLocation } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { layoutMessages } from '#messages/layout';
import { toggleTheme } from '../../app/theme.ts';
import { Icon } from '../../ui/icon.tsx';
import { Brandmark } from './bar-parts.tsx';
import { CollectionLinks } from './collections.tsx';

/** The role of the signed-in user, '' while no role is chosen; undefined for a visitor. */
type Role = User['role'] | undefined;

/**
 * Links to all cars, and to the form for a new car for sellers and visitors. A visitor who opens the form signs up
 * first.
 */
export function CarPageLinks({ role }: { role: Role }): ReactElement {
  return (
    <>
      <Link to="/cars">{layoutMessages.allCars}</Link>
      {role === undefined || role === 'Seller' ? (
        <Link to="/dashboard/addProduct">{layoutMessages.sellMyCar}</Link>
      ) : null}
    </>
  );
}

/**
 * The full-screen menu of small screens. The menu is a native modal dialog, so the browser handles Escape and focus.
 */
export function MobileMenu({ role }: { role: Role }): ReactElement {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const href = useLocation({ select: (location) => location.href });
  // A navigation closes the menu; the browser does not close a dialog at a navigation inside the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is the trigger
  useEffect(() => dialogRef.current?.close(), [href]);
  const close = () => dialogRef.current?.close();
  return (
    <>
      <button
        className="iconbtn top__burger"
        type="button"
        aria-label={layoutMessages.openMenu}
        aria-haspopup="dialog"
        onClick={() => dialogRef.current?.showModal()}
      >
        <Icon of={Menu} />
      </button>
      <dialog className="sheet" ref={dialogRef} aria-label={layoutMessages.menu}>
        <div className="sheet__head">
          <Brandmark />
          <button className="iconbtn" type="button" aria-label={layoutMessages.closeMenu} onClick={close}>
            <Icon of={X} />
          </button>
        </div>
        <nav aria-label={layoutMessages.mobileNavigation}>
          <Link to="/home">{layoutMessages.home}</Link>
          <p className="sheet__label">{layoutMessages.collections}</p>
          <CollectionLinks />
          <CarPageLinks role={role} />
          <Link to="/faq">{layoutMessages.faq}</Link>
          <Link to="/about">{layoutMessages.about}</Link>
          {role === undefined ? (
            <Link to="/login">{layoutMessages.login}</Link>
          ) : (
            <Link to="/dashboard">{layoutMessages.dashboard}</Link>
          )}
          <button className="sheet__btn" type="button" onClick={toggleTheme}>
            {layoutMessages.lightOrDark}
          </button>
        </nav>
      </dialog>
    </>
  );
}
