import type { FastifyInstance, FastifyReply } from 'fastify';
import { authenticateIntent } from '../intents/authenticate-intent.ts';
import type { IntentRecord } from '../ledger/records.ts';
import type { Params } from '../params.ts';
import { beginStep, commitStep, type SandboxContext } from '../sandbox-context.ts';
import { formatAmount, sendPage } from './html-page.ts';

/**
 * Adds the page of the 3-D Secure challenge. At the real provider the page of the challenge belongs to the bank. The
 * page's URL contains an unguessable challenge id; the page requires no other proof. The page works in a frame of the
 * shop and in a separate tab while the intent waits for the challenge.
 */
export function addChallengeRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  app.get<{ Params: { id: string } }>('/3ds/:id', async (request, reply) => {
    const intent = findWaitingIntent(sandbox, request.params.id);
    await sandbox.recordStore.waitUntilStored();
    return intent === undefined
      ? sendChallengePage(reply, 410, 'Nothing to authenticate', renderEndedPage())
      : sendChallengePage(reply, 200, 'Authenticate your payment', renderQuestion(intent));
  });

  app.post<{ Params: { id: string } }>('/3ds/:id', async (request, reply) => {
    const intent = findWaitingIntent(sandbox, request.params.id);
    if (intent === undefined) return sendChallengePage(reply, 410, 'Nothing to authenticate', renderEndedPage());
    const isCompleted = ((request.body ?? {}) as Params).result === 'complete';
    const step = beginStep(sandbox, { id: request.id, idempotency_key: null });
    authenticateIntent(step, intent, isCompleted);
    await commitStep(sandbox, step);
    return sendChallengePage(
      reply,
      200,
      isCompleted ? 'Authentication complete' : 'Authentication failed',
      renderEndedPage(),
    );
  });
}

function findWaitingIntent(sandbox: SandboxContext, challengeId: string): IntentRecord | undefined {
  return sandbox.recordStore.all('intents').findLast((intent) => intent.challengeId === challengeId);
}

function renderQuestion(intent: IntentRecord): string {
  return `<p>This is a test of 3-D Secure. A real bank would ask the cardholder to confirm a payment of <strong>${formatAmount(intent)}</strong>.</p>
<form method="post">
<button name="result" value="complete">Complete</button>
<button name="result" value="fail" class="second">Fail</button>
</form>`;
}

function renderEndedPage(): string {
  return '<p role="status" data-ended>You can close this page and go back to the shop.</p>';
}

function sendChallengePage(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  return sendPage(reply, { status, title, body, root: '../', script: 'challenge.js' });
}
