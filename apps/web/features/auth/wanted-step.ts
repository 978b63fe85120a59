import type { SignUpRole } from '@carhouse/domain/account/account';
import { findBookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { findWisherRefusal } from '@carhouse/domain/listing/listing-policy';
import { accountMessages } from '#messages/accounts';
import { brandCollections } from '../layout/collections.tsx';

type WantedStep = keyof typeof accountMessages.signup.goOn;

/** What a visitor wanted to do at the path from which they were sent to the login. */
function parseWantedStep(path: string): WantedStep {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const wantedAct = searchParams.get('want');
  if (pathname.startsWith('/cars/') && (wantedAct === 'book' || wantedAct === 'wish')) return wantedAct;
  if (pathname === '/dashboard/addProduct') return 'sell';
  return pathname.startsWith('/dashboard') ? 'dashboard' : 'page';
}

/** The sentence of the login page that says why a login is needed for the path. */
export function explainLogin(path: string): string {
  const { wants, goesOn } = accountMessages.login;
  const step = parseWantedStep(path);
  const collection = brandCollections.find(({ to }) => path === to || path.startsWith(`${to}?`));
  return `${step === 'page' ? wants.page(collection?.name) : wants[step]} ${goesOn}`;
}

/**
 * Whether a user with this role can now do what they wanted to do at the path before they signed up. A new user has no
 * cars, so the car of the path always belongs to another user.
 * @param role '' when the user has not chosen a role
 */
export function canContinueAs(path: string, role: SignUpRole | ''): boolean {
  switch (parseWantedStep(path)) {
    case 'sell':
      return role === 'Seller';
    case 'book':
      return findBookerRefusal(role, false) === null;
    case 'wish':
      return findWisherRefusal(role, false) === null;
    default:
      return true;
  }
}

/** The text of the link with which a new user continues to the path. */
export function makeContinueText(path: string): string {
  return accountMessages.signup.goOn[parseWantedStep(path)];
}
