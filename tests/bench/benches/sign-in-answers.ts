import { addressOf, openAgent, openClient } from '../http-client.ts';
import { type Figures, type Run, summarise, timeJobs } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { signUpUsers } from '../users.ts';

const tries = 200;
const runs = 3;

/**
 * Measures whether the time of a refusal reveals that an address has an account. Medians over 200 attempts must be
 * within 10 ms of each other (docs/reliability.md, hostile input F 125). A wrong password is sent for a known and for
 * an unknown address in turns, one at a time.
 */
export async function benchSignInAnswers(server: ServerProcess): Promise<Figures[]> {
  const agent = openAgent(1);
  const users = await signUpUsers(server, agent, { count: tries, role: 'Buyer' });
  const measuredRuns: { known: Run[]; unknown: Run[] } = { known: [], unknown: [] };
  for (let run = 0; run < runs; run += 1) {
    const latencies: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const startTime = performance.now();
    for (const [place, person] of users.entries()) {
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? person.email : `nobody${run}-${place}@bench.example`;
        const client = openClient(server.url, addressOf(2_000 + 1_000 * run + place), agent);
        const refusal = async (): Promise<void> => {
          const answer = await client.send('POST', '/api/auth/sign-in/email', {
            body: { email, password: 'Wrong!Password1' },
          });
          if (answer.status !== 401) throw new Error(`A wrong password was answered ${answer.status}: ${answer.body}`);
        };
        latencies[kind].push(...(await timeJobs([refusal], 1)).latencies);
      }
    }
    const elapsed = performance.now() - startTime;
    for (const kind of ['known', 'unknown'] as const) measuredRuns[kind].push({ latencies: latencies[kind], elapsed });
  }
  agent.destroy();
  return [
    summarise('sign-in refused: known address', 1, measuredRuns.known),
    summarise('sign-in refused: unknown address', 1, measuredRuns.unknown),
  ];
}
