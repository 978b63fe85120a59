import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type LinkMode = 'open' | 'mute' | 'closed' | 'drip';

/** Milliseconds for each byte of a link that drips. */
const byteDelayMs = 500;

/** A TCP connection that can fail: between the product and its database, bucket, mail server or card provider. */
export type FaultyLink = {
  readonly port: number;
  /**
   * `open`: bytes pass. `mute`: connections stay, and no byte passes in either direction. `closed`: connections are reset,
   * and new ones too. `drip`: what the far side sends arrives one byte at a time.
   */
  setMode(mode: LinkMode): void;
  /**
   * Resets the connection whose client sends these bytes, once the other side has answered them; the answer is lost.
   * @param times how often.
   */
  loseAnswersTo(bytes: string, times: number): void;
  /** Number of answers that were lost in this way. */
  countLostAnswers(): number;
  close(): Promise<void>;
};

async function drip(client: Socket, bytes: Buffer): Promise<void> {
  for (let place = 0; place < bytes.length && !client.destroyed; place += 1) {
    client.write(bytes.subarray(place, place + 1));
    await wait(byteDelayMs);
  }
}

/** Opens the link on a free loopback port. @param target port on this machine to which it leads. */
export async function openFaultyLink(target: number): Promise<FaultyLink> {
  let mode: LinkMode = 'open';
  let awaited = '';
  let timesLeft = 0;
  let lostAnswerCount = 0;
  const sockets = new Set<Socket>();
  const reset = (one: Socket, other: Socket): void => {
    one.resetAndDestroy();
    other.destroy();
  };
  const server: Server = createServer((client) => {
    if (mode === 'closed') {
      client.resetAndDestroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    let losesNextAnswer = false;
    let dripped = Promise.resolve();
    for (const socket of [client, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => reset(client, far));
      socket.once('close', () => {
        sockets.delete(socket);
        // A mute link does not tell the other side that a connection has ended.
        if (mode !== 'mute') reset(client, far);
      });
    }
    client.on('data', (bytes) => {
      if (mode === 'mute') return;
      if (timesLeft > 0 && bytes.toString('latin1').toLowerCase().includes(awaited)) {
        timesLeft -= 1;
        losesNextAnswer = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (losesNextAnswer) {
        lostAnswerCount += 1;
        reset(client, far);
      } else if (mode === 'drip') dripped = dripped.then(() => drip(client, bytes));
      else if (mode !== 'mute') client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    setMode(next) {
      // Connections that were mute have lost bytes, so they cannot go on.
      if (mode !== next && next !== 'mute') endAll();
      mode = next;
    },
    loseAnswersTo(bytes, times) {
      awaited = bytes.toLowerCase();
      timesLeft = times;
    },
    countLostAnswers: () => lostAnswerCount,
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
