import { addressOf, openAgent, openClient } from '../http-client.ts';
import { type Figures, summarise, timeJobs } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { listCars, signUpUsers } from '../users.ts';

const runs = 5;
const visits = 200;

/**
 * Requests the home page as a visitor, one request after the other: from the micro-cache, and rendered each time, at a
 * URL that was not requested before. The same requests are then made with compression, as browsers send them.
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
        (visit: number, run: number) => `/?visit=${encoding === undefined ? 'plain' : 'packed'}-${run}-${visit}`,
      ],
    ] as const;
    for (const [way, path] of requestKinds) {
      const measuredRuns = [];
      for (let run = 0; run < runs; run += 1) {
        const jobs = Array.from({ length: visits }, (_, visit) => async () => {
          const client = openClient(server.url, addressOf(visit), agent);
          const answer = await client.send('GET', path(visit, run), encoding === undefined ? {} : { encoding });
          if (answer.status !== 200) throw new Error(`The home page answered ${answer.status}.`);
        });
        measuredRuns.push(await timeJobs(jobs, 1));
      }
      figures.push(summarise(`home: ${way}${encoding === undefined ? '' : ', compressed'}`, 1, measuredRuns));
    }
  }
  agent.destroy();
  return figures;
}
