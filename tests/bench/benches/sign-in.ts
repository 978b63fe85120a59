import { makeClientAddress, openAgent, openClient } from '../http-client.ts';
import { type Figures, measureJobs, summarise } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { password, signUpUsers } from '../users.ts';

const userCount = 200;
const concurrency = 16;
const runCount = 5;

/**
 * Measures the sign-in with e-mail and password. In each run every user signs in once, from a client address that no
 * other user has.
 */
export async function benchSignIn(server: ServerProcess): Promise<Figures[]> {
  const agent = openAgent(concurrency);
  const users = await signUpUsers(server, agent, { count: userCount, role: 'Buyer' });
  const measuredRuns = [];
  for (let runIndex = 0; runIndex < runCount; runIndex += 1) {
    const jobs = users.map((user, index) => async () => {
      const client = openClient(server.url, makeClientAddress(1000 * (runIndex + 1) + index), agent);
      const answer = await client.send('POST', '/api/auth/sign-in/email', { body: { email: user.email, password } });
      if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.body}`);
    });
    measuredRuns.push(await measureJobs(jobs, concurrency));
  }
  agent.destroy();
  return [summarise('sign-in', concurrency, measuredRuns)];
}
