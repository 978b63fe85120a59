import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { makeHostileUploads } from './hostile-uploads.ts';

/** The task of the attackers. */
export type AttackTask = {
  readonly url: string;
  readonly seconds: number;
  /** The sessions of the attacking sellers, one for each upload. */
  readonly sellerTokens: readonly string[];
  /**
   * An existing e-mail address for which attackers guess passwords. The other e-mail addresses that attackers try do
   * not exist.
   */
  readonly targetEmail: string;
};

/** The numbers of responses by kind of request and status. */
export type AttackResponseCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const attackerAddressCount = 20;
const signInsPerSecond = 100;
const searchesPerSecond = 50;
/**
 * Maximum number of open requests, so that a server that does not respond does not fill the memory of this process with
 * open requests.
 */
const maxOpenRequests = 400;

const { url, seconds, sellerTokens, targetEmail } = workerData as AttackTask;
const { hostname, port } = new URL(url);
const answers: Record<string, Record<string, number>> = {};
const endMs = performance.now() + seconds * 1000;
/** Each attacker has a loopback address and sends requests directly to the server without the proxy. */
const attackerAddresses = Array.from({ length: attackerAddressCount }, (_, index) => ({
  address: `127.0.3.${index + 1}`,
  agent: new Agent({ keepAlive: true, maxSockets: 32 }),
}));
let openRequestCount = 0;

await Promise.all([
  sendSignIns(),
  sendSearches(),
  ...makeHostileUploads().map((upload, index) => uploadUntilEnd(upload, index)),
]);
for (const { agent } of attackerAddresses) agent.destroy();
parentPort?.postMessage(answers);

async function sendSignIns(): Promise<void> {
  await sendAtRate(signInsPerSecond, (requestNumber) => {
    // One in five requests guesses the target's password, from five of the addresses.
    const isForTarget = requestNumber % 5 === 0;
    const email = isForTarget ? targetEmail : `nobody${requestNumber}@hostile.example`;
    const addressIndex = isForTarget ? (requestNumber / 5) % 5 : requestNumber % attackerAddressCount;
    void send('sign-in', addressIndex, 'POST', '/api/auth/sign-in/email', {
      body: Buffer.from(JSON.stringify({ email, password: `Wrong!Password${requestNumber}` })),
      type: 'application/json',
    });
  });
}

async function sendSearches(): Promise<void> {
  await sendAtRate(searchesPerSecond, (requestNumber) => {
    const words = Array.from(
      { length: 16 },
      (_, wordIndex) => `${((requestNumber + 1) * (wordIndex + 3) * 7_919).toString(36)}mersedes`,
    );
    const query = new URLSearchParams({ q: words.join(' ').slice(0, 100), facets: 'all', sort: '-price' });
    void send('search', requestNumber % attackerAddressCount, 'GET', `/api/v1/listings?${query.toString()}`);
  });
}

/** A seller repeatedly uploads a list and starts its check. */
async function uploadUntilEnd(
  upload: { readonly name: string; readonly bytes: Buffer },
  requestNumber: number,
): Promise<void> {
  const token = sellerTokens[requestNumber % sellerTokens.length] ?? '';
  const multipartBoundary = 'hostile-boundary';
  const partHeader = `--${multipartBoundary}\r\ncontent-disposition: form-data; name="file"; filename="${upload.name}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(partHeader), upload.bytes, Buffer.from(`\r\n--${multipartBoundary}--\r\n`)]);
  const type = `multipart/form-data; boundary=${multipartBoundary}`;
  while (performance.now() < endMs) {
    const { status, text } = await send('upload', requestNumber, 'POST', '/api/v1/imports', { body, type, token });
    const id = /"_?id":"([\w-]+)"/.exec(text)?.[1];
    if (status === 201 && id !== undefined) {
      const jsonRequestParts = { body: Buffer.from('{}'), type: 'application/json', token };
      await send('check', requestNumber, 'POST', `/api/v1/imports/${id}/check`, jsonRequestParts);
    }
    await wait(1_000);
  }
}

async function sendAtRate(requestsPerSecond: number, sendRequest: (requestNumber: number) => void): Promise<void> {
  const startTime = performance.now();
  for (let requestNumber = 0; performance.now() < endMs; requestNumber += 1) {
    const sendAtMs = startTime + (requestNumber * 1000) / requestsPerSecond;
    const msUntilDue = sendAtMs - performance.now();
    if (msUntilDue > 1) await wait(msUntilDue);
    if (openRequestCount < maxOpenRequests) sendRequest(requestNumber);
  }
}

type AttackRequestOptions = { readonly body?: Buffer; readonly type?: string; readonly token?: string };

function send(
  kind: string,
  addressIndex: number,
  method: string,
  path: string,
  { body, type, token }: AttackRequestOptions = {},
): Promise<{ status: number; text: string }> {
  const from = attackerAddresses[addressIndex % attackerAddressCount];
  const headers = {
    ...(body === undefined ? {} : { 'content-length': body.length, 'content-type': type ?? '' }),
    ...(token === undefined ? {} : { authorization: token }),
  };
  openRequestCount += 1;
  return new Promise<{ status: number; text: string }>((resolve) => {
    const countResponse = (status: number | string, text = ''): void => {
      const countsByStatus = answers[kind] ?? {};
      answers[kind] = countsByStatus;
      countsByStatus[status] = (countsByStatus[status] ?? 0) + 1;
      resolve({ status: typeof status === 'number' ? status : 0, text });
    };
    const clientRequest = request(
      { hostname, port, method, path, headers, agent: from?.agent, localAddress: from?.address, timeout: 30_000 },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (textChunk: string) => {
          if (text.length < 4_096) text += textChunk;
        });
        answer.on('end', () => countResponse(answer.statusCode ?? 0, text));
        answer.on('error', () => countResponse('cut'));
      },
    );
    clientRequest.on('timeout', () => clientRequest.destroy());
    clientRequest.on('error', () => countResponse('cut'));
    clientRequest.end(body);
  }).finally(() => {
    openRequestCount -= 1;
  });
}
