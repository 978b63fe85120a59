import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { makeZip } from '@carhouse/database/testing/make-zip';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { openAgent } from '../http-client.ts';
import type { Figures } from '../samples.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { readMemoryMb } from '../stock-server.ts';
import { signUpUsers } from '../users.ts';

/**
 * Number of cars in the archive, each with a different photo. The files of all photos together are below the quota of
 * an account.
 */
const cars = 200;

/**
 * Measures what an import that stores the photos of an archive costs the serving process: processor time with all
 * threads, and maximum memory, before and during the import.
 */
export async function benchImportPhotos(): Promise<Figures[]> {
  const server = await startServer({ CONFIRMED_EMAIL: 'optional', IMPORT_REVIEW: 'nobody', NEW_SELLER_CARS: '1000' });
  const agent = openAgent(1);
  try {
    const zipArchive = await makeArchive();
    const [seller] = await signUpUsers(server, agent, { count: 1, role: 'Seller' });
    const callApi = makeApiCaller(server.url, seller?.token ?? '');
    const form = new FormData();
    form.set('file', new File([new Uint8Array(zipArchive)], 'cars.zip'));
    const { _id } = await callApi('POST', '/imports', form);
    const id = String(_id);
    await waitForImportState(callApi, id, 'ready');
    const memoryBeforeMb = readMemoryMb(server.pid);
    const cpuSecondsBefore = await readCpuSeconds(server);
    const startTime = performance.now();
    await callApi('POST', `/imports/${id}/start`, '{}');
    const { memory: maximumMemoryMb, result } = await waitForImportState(callApi, id, 'done', server);
    const { taken: storedPhotoCount } = result.pictures as { readonly taken: number };
    if (storedPhotoCount !== cars) throw new Error(`The import stored ${storedPhotoCount} photos.`);
    return [
      {
        bench: 'photos of an archive',
        photos: storedPhotoCount,
        archive_mb: Math.round(zipArchive.length / 1e6),
        seconds: Math.round((performance.now() - startTime) / 1000),
        server_cpu_ms_per_photo:
          Math.round(((await readCpuSeconds(server)) - cpuSecondsBefore) * 1e4) / 10 / storedPhotoCount,
        memory_before_mb: memoryBeforeMb,
        most_memory_mb: maximumMemoryMb,
      },
    ];
  } finally {
    agent.destroy();
    await server.close();
  }
}

async function makeArchive(): Promise<Buffer> {
  const files: Record<string, string | Uint8Array> = {};
  let carListText = 'ref,title,price,year,photos\n';
  for (let carIndex = 0; carIndex < cars; carIndex += 1) {
    carListText += `B${carIndex},Audi A${carIndex},1000,2016,${carIndex}.jpg\n`;
    files[`${carIndex}.jpg`] = await makeJpeg();
  }
  return makeZip({ 'cars.csv': carListText, ...files }, { stored: true });
}

type CallApi = (method: string, path: string, body?: FormData | string) => Promise<Readonly<Record<string, unknown>>>;

function makeApiCaller(url: string, token: string): CallApi {
  return async (method, path, body) => {
    const type: Readonly<Record<string, string>> =
      typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = { authorization: token, 'x-forwarded-for': '198.18.0.1', ...type };
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    const answerText = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${answerText}`);
    return JSON.parse(answerText) as Readonly<Record<string, unknown>>;
  };
}

/**
 * Waits until an import reaches a state. @returns the import, and the maximum memory of the server during the wait, in
 * MB.
 */
async function waitForImportState(callApi: CallApi, id: string, state: 'ready' | 'done', server?: ServerProcess) {
  let maximumMemoryMb = 0;
  for (;;) {
    const result = await callApi('GET', `/imports/${id}`);
    if (server !== undefined) maximumMemoryMb = Math.max(maximumMemoryMb, readMemoryMb(server.pid));
    if (result.state === state) return { result, memory: maximumMemoryMb };
    if (result.state === 'failed') throw new Error(`The import failed: ${String(result.fault)}`);
    await wait(250);
  }
}

/** Processor seconds of the server with all its threads (Linux). */
async function readCpuSeconds({ pid }: ServerProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}
