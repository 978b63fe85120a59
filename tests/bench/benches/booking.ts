import { openAgent } from '../http-client.ts';
import { type Figures, measureJobs, summarise } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { listCars, signUpUsers } from '../users.ts';

const buyerCount = 250;
/** Number of runs. Each buyer books once per run, and a buyer may have at most five open bookings. */
const runCount = 5;
const concurrency = 16;

/** Books a different car each time; each buyer books once per run. */
export async function benchBooking(server: ServerProcess): Promise<Figures[]> {
  const httpAgent = openAgent(concurrency);
  const users = await signUpUsers(server, httpAgent, { count: buyerCount, role: 'Buyer' });
  await signUpUsers(server, httpAgent, { count: 1, role: 'Seller' });
  const measuredRuns = [];
  for (let run = 0; run < runCount; run += 1) {
    const cars = await listCars(server, buyerCount);
    const bookingJobs = users.map(({ client, token }, index) => async () => {
      const body = { productId: cars[index], meetingDate: 'Saturday', buyerNumber: '9123 4567' };
      const answer = await client.send('POST', '/api/bookingData', { token, body });
      if (answer.status !== 200) throw new Error(`Booking answered ${answer.status}: ${answer.body}`);
    });
    measuredRuns.push(await measureJobs(bookingJobs, concurrency));
  }
  httpAgent.destroy();
  return [summarise('booking', concurrency, measuredRuns)];
}
