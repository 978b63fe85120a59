import { makeClientAddress, openAgent, openClient } from '../http-client.ts';
import { type Figures, measureJobs, summarise } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { listCars, signUpUsers } from '../users.ts';

const runCount = 5;
const visitCount = 200;

/**
 * Requests the home page as a visitor, one request after the other: first from the micro-cache, then at URLs that were
 * not requested before, so that each page is rendered. These requests are then repeated with compression, as browsers
 * send them.
 */
export async function benchHome(server: ServerProcess): Promise<Figures[]> {
  const agent = openAgent(1);
  await signUpUsers(server, agent, { count: 1, role: 'Seller' });
  await listCars(server, 5, ['Rolls_Royce', 'Mercedes_Benz', 'Tesla']);
  const figures: Figures[] = [];
  for (const encoding of [undefined, 'br, gzip'] as const) {
    const requestKinds = [
      ['from the micro-cache', () => '/'],
      [
        'rendered',
        (visitIndex: number, runIndex: number) =>
          `/?visit=${encoding === undefined ? 'plain' : 'packed'}-${runIndex}-${visitIndex}`,
      ],
    ] as const;
    for (const [requestKind, path] of requestKinds) {
      const measuredRuns = [];
      for (let runIndex = 0; runIndex < runCount; runIndex += 1) {
        const jobs = Array.from({ length: visitCount }, (_, visitIndex) => async () => {
          const client = openClient(server.url, makeClientAddress(visitIndex), agent);
          const answer = await client.send(
            'GET',
            path(visitIndex, runIndex),
            encoding === undefined ? {} : { encoding },
          );
          if (answer.status !== 200) throw new Error(`The home page answered ${answer.status}.`);
        });
        measuredRuns.push(await measureJobs(jobs, 1));
      }
      figures.push(summarise(`home: ${requestKind}${encoding === undefined ? '' : ', compressed'}`, 1, measuredRuns));
    }
  }
  agent.destroy();
  return figures;
}
