import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IntentRecord } from '../ledger/records.ts';
import type { Params } from '../params.ts';
import { finishPaynow, isCodePayable, type PaynowOutcome } from '../paynow/finish-paynow.ts';
import { drawPng, drawSvg } from '../paynow/qr-image.ts';
import { beginStep, commitStep, type SandboxContext } from '../sandbox-context.ts';
import { formatAmount, sendPage } from './html-page.ts';
import { setPageHeaders } from './page-headers.ts';

const titleByOutcome: Record<PaynowOutcome, string> = {
  approve: 'Payment complete',
  approve_refund_fails: 'Payment complete',
  decline: 'Payment failed',
  expire: 'Code expired',
};

/**
 * Adds the page of a PayNow code and its pictures. In a real payment the buyer scans the code with the app of their
 * bank. The URL contains an unguessable text; the page requires no other proof. The page works in a frame of the shop
 * and in a separate tab.
 */
export function addPaynowPages(app: FastifyInstance, sandbox: SandboxContext): void {
  app.get<{ Params: { id: string } }>('/paynow/:id', async (request, reply) => {
    const intent = findWaitingIntent(sandbox, request.params.id);
    await sandbox.recordStore.waitUntilStored();
    return intent === undefined
      ? sendPaynowPage(reply, 410, 'Nothing to pay', renderEndedPage())
      : sendPaynowPage(reply, 200, 'Pay with PayNow', renderQuestion(intent, request.params.id));
  });

  app.post<{ Params: { id: string } }>('/paynow/:id', async (request, reply) => {
    const intent = findWaitingIntent(sandbox, request.params.id);
    const result = String(((request.body ?? {}) as Params).result);
    if (intent === undefined) return sendPaynowPage(reply, 410, 'Nothing to pay', renderEndedPage());
    if (!isOutcome(result))
      return sendPaynowPage(reply, 422, 'Pay with PayNow', renderQuestion(intent, request.params.id));
    const step = beginStep(sandbox, { id: request.id, idempotency_key: null });
    finishPaynow(step, intent, result);
    await commitStep(sandbox, step);
    return sendPaynowPage(reply, 200, titleByOutcome[result], renderEndedPage());
  });

  for (const [ending, type, draw] of [
    ['svg', 'image/svg+xml', drawSvg],
    ['png', 'image/png', drawPng],
  ] as const) {
    app.get<{ Params: { id: string } }>(`/paynow/:id.${ending}`, async (request, reply) => {
      const intent = findWaitingIntent(sandbox, request.params.id);
      if (intent?.paynow == null) return reply.code(404).send();
      const codeUrl = sandbox.makePaynowUrl(intent.paynow.id, intent.paynow.shopUrl);
      return setPageHeaders(reply).type(type).send(draw(codeUrl));
    });
  }
}

function isOutcome(result: string): result is PaynowOutcome {
  return Object.hasOwn(titleByOutcome, result);
}

function findWaitingIntent(sandbox: SandboxContext, paynowId: string): IntentRecord | undefined {
  const now = sandbox.now().getTime() / 1000;
  return sandbox.recordStore
    .all('intents')
    .findLast((intent) => intent.paynow?.id === paynowId && isCodePayable(intent, now));
}

function renderQuestion(intent: IntentRecord, id: string): string {
  return `<p>This is a test of PayNow. A real buyer would scan this code with the app of their bank and pay <strong>${formatAmount(intent)}</strong>.</p>
<img src="${id}.svg" alt="The PayNow code" width="200" height="200">
<form method="post">
<button name="result" value="approve">Pay</button>
<button name="result" value="approve_refund_fails" class="second">Pay, and let a refund fail later</button>
<button name="result" value="decline" class="second">Refuse to pay</button>
<button name="result" value="expire" class="second">Let the code expire</button>
</form>`;
}

function renderEndedPage(): string {
  return '<p role="status" data-ended>You can close this page and go back to the shop.</p>';
}

function sendPaynowPage(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  return sendPage(reply, { status, title, body, root: '../', script: 'challenge.js' });
}
