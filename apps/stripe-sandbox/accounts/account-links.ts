import { assertAllowedNames, type Params, readRequiredText, text } from '../params.ts';
import type { Step } from '../step.ts';
import { makeInvalidRequestError, StripeError } from '../stripe-error.ts';
import type { AccountLinkRecord, AccountRecord } from './account-records.ts';

/** The time during which a link can be opened. */
const LINK_LIFETIME_SECONDS = 5 * 60;
/** The time for which a page works after it was opened with a link. */
const SESSION_LIFETIME_SECONDS = 60 * 60;

/** Creates a link to the onboarding page. Throws 400 for a missing or malformed URL and for another type of link. */
export function createAccountLink(step: Step, account: AccountRecord, params: Params): AccountLinkRecord {
  assertAllowedNames(params, ['account', 'collect', 'collection_options', 'refresh_url', 'return_url', 'type']);
  const type = readRequiredText(params, 'type');
  if (type !== 'account_onboarding') {
    throw makeInvalidRequestError(
      `You cannot create \`${type}\` type Account Links for this account.`,
      undefined,
      'type',
    );
  }
  const returnUrl = readUrl(params, 'return_url');
  step.put('accounts', { ...account, shopUrl: returnUrl });
  return saveLink(step, 'onboarding', account, { refreshUrl: readUrl(params, 'refresh_url'), returnUrl });
}

/**
 * Creates a link to the dashboard of an account that has completed its onboarding. Throws 400 when the onboarding is
 * not complete.
 */
export function createLoginLink(step: Step, account: AccountRecord, params: Params): AccountLinkRecord {
  assertAllowedNames(params, []);
  if (!account.detailsSubmitted) {
    throw makeInvalidRequestError('Cannot create a login link for an account that has not completed onboarding.');
  }
  return saveLink(step, 'login', account, { refreshUrl: null, returnUrl: account.shopUrl });
}

/** Opens a link for the first and only time. The result is undefined when the link has expired or has been used. */
export function consumeLink(step: Step, link: AccountLinkRecord): AccountLinkRecord | undefined {
  if (link.usedAt !== null || step.now >= link.expiresAt) return undefined;
  const usedLink = { ...link, usedAt: step.now };
  step.put('accountLinks', usedLink);
  return usedLink;
}

/**
 * Maximum number of times that the form of one page can be sent. Each submission is recorded, and any client with the
 * URL of the page can submit the form.
 */
const MAX_FORM_SUBMISSIONS = 50;

/** Counts one more submission of the form of a page. Throws 429 when the form has been sent too often. */
export function countFormSubmission(step: Step, link: AccountLinkRecord): void {
  if (link.answers >= MAX_FORM_SUBMISSIONS) {
    throw new StripeError(429, { type: 'rate_limit_error', message: 'This form has been sent too often.' });
  }
  step.put('accountLinks', { ...link, answers: link.answers + 1 });
}

/** Whether the page that a link has opened still works. `now` is in seconds since 1970. */
export function isSessionOpen(link: AccountLinkRecord, now: number): boolean {
  return link.usedAt !== null && now < link.usedAt + SESSION_LIFETIME_SECONDS;
}

/** An account link in the format of the API. A login link has the same fields without the expiry. */
export function presentLink(step: Pick<Step, 'makeConnectUrl'>, link: AccountLinkRecord) {
  const { id, created, expiresAt: expires_at } = link;
  return link.kind === 'onboarding'
    ? { object: 'account_link', created, expires_at, url: step.makeConnectUrl(`setup/${id}`, link.returnUrl) }
    : { object: 'login_link', created, url: step.makeConnectUrl(`setup/${id}`, link.returnUrl) };
}

function saveLink(
  step: Step,
  kind: AccountLinkRecord['kind'],
  account: AccountRecord,
  urls: Pick<AccountLinkRecord, 'refreshUrl' | 'returnUrl'>,
): AccountLinkRecord {
  const link: AccountLinkRecord = {
    id: step.newId('link'),
    kind,
    accountId: account.id,
    created: step.now,
    expiresAt: step.now + LINK_LIFETIME_SECONDS,
    ...urls,
    usedAt: null,
    answers: 0,
    sessionId: step.newId('session'),
  };
  step.put('accountLinks', link);
  return link;
}

function readUrl(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw makeInvalidRequestError(`Missing required param: ${name}.`, 'parameter_missing', name);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw makeInvalidRequestError('Not a valid URL', 'url_invalid', name);
  }
  return value;
}
