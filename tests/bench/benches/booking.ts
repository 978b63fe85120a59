import { openAgent } from '../http-client.ts';
import { connectToOrigin, openExchange } from '../http-exchange.ts';
import { type Figures, measureJobs, summarise } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { listCars, signUpUsers } from '../users.ts';

const buyerCount = 250;
/** Number of runs. Each buyer books once per run, and a buyer may have at most five open bookings. */
const runCount = 5;
const concurrency = 16;

/**
 * Books a different car each time; each buyer books once per run. The bookings are sent over plain sockets, as in
 * `generateLoad`, because Node's HTTP client would take processor time from the server.
 */
export async function benchBooking(server: ServerProcess): Promise<Figures[]> {
  const httpAgent = openAgent(concurrency);
  const users = await signUpUsers(server, httpAgent, { count: buyerCount, role: 'Buyer' });
  await signUpUsers(server, httpAgent, { count: 1, role: 'Seller' });
  const { host } = new URL(server.url);
  const sockets = Array.from({ length: concurrency }, () => connectToOrigin(server.url));
  const sendFunctions = sockets.map((socket) => openExchange(socket, host));
  const measuredRuns = [];
  for (let runIndex = 0; runIndex < runCount; runIndex += 1) {
    const cars = await listCars(server, buyerCount);
    const bookingJobs = users.map(({ address, token }, index) => async (workerIndex: number) => {
      const body = JSON.stringify({ productId: cars[index], meetingDate: 'Saturday', buyerNumber: '9123 4567' });
      const answer = await sendFunctions[workerIndex]?.({
        path: '/api/bookingData',
        headers: { authorization: token, 'x-forwarded-for': address, 'content-type': 'application/json' },
        write: { method: 'POST', body },
        shouldReadBody: true,
      });
      if (answer?.status !== 200) throw new Error(`Booking answered ${answer?.status}: ${answer?.body}`);
    });
    measuredRuns.push(await measureJobs(bookingJobs, concurrency));
  }
  for (const socket of sockets) socket.destroy();
  httpAgent.destroy();
  return [summarise('booking', concurrency, measuredRuns)];
}
