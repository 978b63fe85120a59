import { makeClientAddress, openAgent, openClient } from '../http-client.ts';
import { type BenchRun, type Figures, measureJobs, summarise } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { signUpUsers } from '../users.ts';

const attemptCount = 200;
const runCount = 3;

/**
 * Measures whether the time of a refusal reveals that an address has an account. The median times of 200 attempts for
 * each address must differ by at most 10 ms (docs/reliability.md, hostile input F 125). The benchmark sends a wrong
 * password for a known and for an unknown address in turns, one request at a time.
 */
export async function benchSignInAnswers(server: ServerProcess): Promise<Figures[]> {
  const agent = openAgent(1);
  const users = await signUpUsers(server, agent, { count: attemptCount, role: 'Buyer' });
  const measuredRuns: { known: BenchRun[]; unknown: BenchRun[] } = { known: [], unknown: [] };
  for (let runIndex = 0; runIndex < runCount; runIndex += 1) {
    const latencies: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const startTime = performance.now();
    for (const [userIndex, user] of users.entries()) {
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? user.email : `nobody${runIndex}-${userIndex}@bench.example`;
        const client = openClient(server.url, makeClientAddress(2_000 + 1_000 * runIndex + userIndex), agent);
        const signInWithWrongPassword = async (): Promise<void> => {
          const answer = await client.send('POST', '/api/auth/sign-in/email', {
            body: { email, password: 'Wrong!Password1' },
          });
          if (answer.status !== 401) throw new Error(`A wrong password was answered ${answer.status}: ${answer.body}`);
        };
        latencies[kind].push(...(await measureJobs([signInWithWrongPassword], 1)).latenciesMs);
      }
    }
    const elapsedMs = performance.now() - startTime;
    for (const kind of ['known', 'unknown'] as const)
      measuredRuns[kind].push({ latenciesMs: latencies[kind], elapsedMs });
  }
  agent.destroy();
  return [
    summarise('sign-in refused: known address', 1, measuredRuns.known),
    summarise('sign-in refused: unknown address', 1, measuredRuns.unknown),
  ];
}
