import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { type EmbeddedOptions, startEmbeddedPostgres } from '../start-embedded.ts';

/**
 * A process that starts the embedded database and can be killed. Tests use this process in place of Car House. The
 * process takes JSON options as its argument and prints one JSON line when the server is ready or has failed. With the
 * option `insert`, the process then inserts numbers into the table `acknowledged` one by one and prints each number
 * after its commit. The process stops when its standard input ends.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as Omit<EmbeddedOptions, 'log'> & { insert?: boolean };
const printMessage = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const lines: string[] = [];
  const startTime = performance.now();
  const server = await startEmbeddedPostgres({ ...options, log: (line) => lines.push(line) });
  printMessage({ url: server.url, pid: server.pid, milliseconds: performance.now() - startTime, lines });
  if (options.insert === true) await insertForEver(server.url);
  await text(process.stdin);
  await server.stop();
  printMessage({ stopped: true });
} catch (error) {
  printMessage({ code: error instanceof Error && 'code' in error ? error.code : undefined, message: String(error) });
  process.exitCode = 1;
}

async function insertForEver(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    'CREATE TABLE IF NOT EXISTS acknowledged (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)',
  );
  for (;;) {
    const { rows } = await client.query<{ number: string }>('INSERT INTO acknowledged DEFAULT VALUES RETURNING number');
    printMessage({ acknowledged: Number(rows[0]?.number) });
  }
}
