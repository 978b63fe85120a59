import type { FastifyInstance, FastifyReply } from 'fastify';
import { consumeLink, countFormSubmission, isSessionOpen } from '../accounts/account-links.ts';
import type { AccountLinkRecord, AccountRecord } from '../accounts/account-records.ts';
import { completeTestDetails, enterDetails, type FieldFaults, FORM_FIELDS } from '../accounts/onboard-account.ts';
import { computeRequirements } from '../accounts/requirements.ts';
import { defaultRestriction, restrictAccount } from '../accounts/restrict-account.ts';
import type { Params } from '../params.ts';
import { beginStep, commitStep, type SandboxContext } from '../sandbox-context.ts';
import type { Step } from '../step.ts';
import { renderDashboard, renderOnboardingForm } from './account-page.ts';
import { sendPage } from './html-page.ts';

const ENDED_PAGE_BODY =
  '<p role="status">This link has expired or has been used. Go back to the shop and try again.</p>';

/**
 * Adds the pages for the owner of a connected account. A link works once and leads to a page whose URL contains an
 * unguessable text; the page requires no other proof. An onboarding link that no longer works leads to its refresh URL.
 */
export function addAccountPages(app: FastifyInstance, sandbox: SandboxContext): void {
  app.get<{ Params: { id: string } }>('/connect/setup/:id', async (request, httpReply) => {
    const link = sandbox.recordStore.get('accountLinks', request.params.id);
    if (link === undefined) return sendEndedPage(httpReply);
    const step = beginStep(sandbox, { id: request.id, idempotency_key: null });
    const openedLink = consumeLink(step, link);
    await commitStep(sandbox, step);
    if (openedLink !== undefined) return httpReply.redirect(`../session/${openedLink.sessionId}`, 303);
    return link.refreshUrl === null ? sendEndedPage(httpReply) : httpReply.redirect(link.refreshUrl, 303);
  });

  app.get<{ Params: { id: string } }>('/connect/session/:id', async (request, httpReply) => {
    const session = findSession(sandbox, request.params.id);
    await sandbox.recordStore.waitUntilStored();
    return session === undefined ? sendEndedPage(httpReply) : sendAccountPage(httpReply, session, {}, '');
  });

  app.post<{ Params: { id: string } }>('/connect/session/:id', async (request, httpReply) => {
    const session = findSession(sandbox, request.params.id);
    if (session === undefined) return sendEndedPage(httpReply);
    const form = (request.body ?? {}) as Params;
    const step = beginStep(sandbox, { id: request.id, idempotency_key: null });
    countFormSubmission(step, session.link);
    const { faults, isDone } = performAction(step, session, form);
    await commitStep(sandbox, step);
    const { link } = session;
    if (link.kind === 'onboarding' && isDone && link.returnUrl !== null) return httpReply.redirect(link.returnUrl, 303);
    const account = step.get('accounts', link.accountId) ?? session.account;
    return sendAccountPage(httpReply, { link, account }, faults, isDone ? 'Saved.' : '');
  });
}

type Session = { link: AccountLinkRecord; account: AccountRecord };

/** Performs the action of the pressed button. `isDone` is false when the page must be shown again with the faults. */
function performAction(step: Step, { link, account }: Session, form: Params): { faults: FieldFaults; isDone: boolean } {
  const action = String(form.action);
  if (link.kind === 'login' && (action === 'restrict' || action === 'lift')) {
    restrictAccount(step, account.id, action === 'restrict' ? defaultRestriction : null);
    return { faults: {}, isDone: true };
  }
  if (link.kind === 'login') {
    const { routing_number, account_number } = form;
    const { faults } = enterDetails(step, account, { routing_number, account_number }, false);
    return { faults, isDone: Object.keys(faults).length === 0 };
  }
  const fields = action === 'fill' ? addTestDetails(account, form) : form;
  const { faults } = enterDetails(step, account, fields, action !== 'leave');
  return { faults, isDone: action === 'leave' || Object.keys(faults).length === 0 };
}

/** Returns the form with a valid test value in each field that is missing or empty. */
function addTestDetails(account: AccountRecord, form: Params): Params {
  const requirementsDue = computeRequirements(account).currentlyDue;
  const storedFields = {
    id_number: !requirementsDue.includes('individual.id_number'),
    account_number: !requirementsDue.includes('external_account'),
  };
  const fields = FORM_FIELDS.map((name) => {
    const value = form[name];
    if (value !== undefined && value !== '') return [name, value] as const;
    return [
      name,
      name in storedFields && storedFields[name as keyof typeof storedFields] ? '' : completeTestDetails[name],
    ] as const;
  });
  return { ...Object.fromEntries(fields), agree: 'on' };
}

function findSession(sandbox: SandboxContext, sessionId: string): Session | undefined {
  const link = sandbox.recordStore.all('accountLinks').findLast((each) => each.sessionId === sessionId);
  if (link === undefined || !isSessionOpen(link, sandbox.now().getTime() / 1000)) return undefined;
  const account = sandbox.recordStore.get('accounts', link.accountId);
  return account === undefined ? undefined : { link, account };
}

function sendAccountPage(httpReply: FastifyReply, session: Session, faults: FieldFaults, notice: string): FastifyReply {
  const { link, account } = session;
  const isOnboarding = link.kind === 'onboarding';
  const page = {
    status: Object.keys(faults).length === 0 ? 200 : 422,
    title: isOnboarding ? 'Set up your payouts' : 'Your payouts',
    body: isOnboarding ? renderOnboardingForm(account, faults) : renderDashboard(account, faults, notice),
    root: '../../',
  };
  const formTargets = link.returnUrl === null ? [] : [new URL(link.returnUrl).origin];
  return sendPage(httpReply, page, { isFramed: false, formTargets });
}

function sendEndedPage(httpReply: FastifyReply): FastifyReply {
  const page = { status: 410, title: 'This page has ended', body: ENDED_PAGE_BODY, root: '../../' };
  return sendPage(httpReply, page, { isFramed: false });
}
