import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type HttpClient, makeClientAddress, openAgent, openClient } from '../http-client.ts';
import { computeQuantile, type Figures, roundFigure } from '../samples.ts';
import { readMemoryMb, type StockServer } from '../stock-server.ts';
import { signUpUsers } from '../users.ts';

const sellerCount = 10;
/** The interval between two visits, in milliseconds. */
const visitIntervalMs = 25;
const brandPagePath = '/api/mercedesDatas';

/**
 * Files that would harm a parser without limits: such a parser would need seconds or gigabytes of memory, or write
 * reports of megabytes.
 */
const hostileFiles: readonly (readonly [name: string, content: Buffer])[] = [
  ['lists.json', Buffer.from(`{${'"":[],'.repeat(81_000)}"z":1}`)],
  ['lines.csv', Buffer.from(`ref,title,price,year\n${'a\n'.repeat(190_000)}`)],
  ['bomb.csv.gz', gzipSync(Buffer.alloc(300 * 1024 ** 2, 'a,'))],
  ['nested.json', Buffer.from(`[{"a":${'['.repeat(400_000)}`)],
  ['quote.csv', Buffer.from(`ref,title\n"${'a,'.repeat(2_000_000)}`)],
  ['keys.json', Buffer.from(`[{${Array.from({ length: 30_000 }, (_, keyIndex) => `"k${keyIndex}":1`).join(',')}}]`)],
];

/**
 * Measures the response times of visitors for a number of seconds while ten sellers upload and check hostile files, one
 * after the other.
 */
export async function benchHostileImports(
  { server }: StockServer,
  { seconds }: { readonly seconds: number },
): Promise<Figures[]> {
  const agent = openAgent(64);
  try {
    const visitor = openClient(server.url, makeClientAddress(9_000), agent);
    const sellerUsers = await signUpUsers(server, agent, { count: sellerCount, role: 'Seller' });
    const visitsBeforeAttack = await makeVisits(visitor, seconds);
    const memoryBeforeMb = readMemoryMb(server.pid);
    const endTime = performance.now() + Math.max(seconds, 20) * 1_000;
    let uploadCount = 0;
    const attackPromises = sellerUsers.map(async ({ token }, index) => {
      for (let fileIndex = index; performance.now() < endTime; fileIndex += 1) {
        const [name, content] = hostileFiles[fileIndex % hostileFiles.length] ?? ['', Buffer.alloc(0)];
        if (await uploadOnce(server.url, token, makeClientAddress(index), name, content, endTime)) uploadCount += 1;
      }
    });
    const visitsDuringAttack = await makeVisits(visitor, Math.max(seconds, 20));
    await Promise.all(attackPromises);
    return [
      { ...summariseVisits('brand page JSON, calm', visitsBeforeAttack), memory_mb: memoryBeforeMb },
      {
        ...summariseVisits('brand page JSON, ten sellers upload hostile files', visitsDuringAttack),
        uploads: uploadCount,
        memory_mb: readMemoryMb(server.pid),
      },
    ];
  } finally {
    agent.destroy();
  }
}

/**
 * Uploads a file, waits until the server has read its columns, runs the check of the file for some time, and removes
 * the file.
 */
async function uploadOnce(url: string, token: string, address: string, name: string, content: Buffer, endTime: number) {
  const headers = { authorization: token, 'x-forwarded-for': address };
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content)], name));
  const uploadAnswer = await fetch(`${url}/api/v1/imports`, { method: 'POST', headers, body: form });
  const { _id: id } = (await uploadAnswer.json()) as { readonly _id?: string };
  if (uploadAnswer.status !== 201 || id === undefined) {
    await wait(500);
    return false;
  }
  const readState = async (): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/imports/${id}`, { headers });
    return ((await answer.json()) as { readonly state?: string }).state ?? '';
  };
  while (performance.now() < endTime && (await readState()) === 'examining') await wait(250);
  const json = { ...headers, 'content-type': 'application/json' };
  await fetch(`${url}/api/v1/imports/${id}/check`, { method: 'POST', headers: json, body: '{}' });
  for (
    let stateReadCount = 0;
    stateReadCount < 20 && performance.now() < endTime && (await readState()) === 'checking';
    stateReadCount += 1
  )
    await wait(250);
  await fetch(`${url}/api/v1/imports/${id}`, { method: 'DELETE', headers });
  return true;
}

type VisitResults = { readonly latenciesMs: number[]; refusedCount: number };

async function makeVisits(client: HttpClient, seconds: number): Promise<VisitResults> {
  const visitResults: VisitResults = { latenciesMs: [], refusedCount: 0 };
  const openVisits: Promise<void>[] = [];
  const startTime = performance.now();
  for (let visitNumber = 0; performance.now() - startTime < seconds * 1_000; visitNumber += 1) {
    openVisits.push(visit(client, `${brandPagePath}?visit=${Math.round(startTime)}-${visitNumber}`, visitResults));
    await wait(visitIntervalMs);
  }
  await Promise.all(openVisits);
  return visitResults;
}

async function visit(client: HttpClient, path: string, visitResults: VisitResults): Promise<void> {
  const uploadAnswer = performance.now();
  const { status } = await client.send('GET', path);
  visitResults.latenciesMs.push(performance.now() - uploadAnswer);
  if (status !== 200) visitResults.refusedCount += 1;
}

function summariseVisits(benchName: string, { latenciesMs, refusedCount }: VisitResults): Figures {
  return {
    bench: benchName,
    calls: latenciesMs.length,
    refused: refusedCount,
    p50_ms: roundFigure(computeQuantile(latenciesMs, 0.5)),
    p99_ms: roundFigure(computeQuantile(latenciesMs, 0.99)),
    max_ms: roundFigure(computeQuantile(latenciesMs, 1)),
  };
}
