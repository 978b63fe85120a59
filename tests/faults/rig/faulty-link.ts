import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type LinkMode = 'open' | 'mute' | 'closed' | 'drip';

/** Milliseconds between two bytes in the mode `drip`. */
const byteDelayMs = 500;

/** A TCP connection that can fail: between the product and its database, bucket, mail server or card provider. */
export type FaultyLink = {
  readonly port: number;
  /**
   * `open`: bytes pass. `mute`: connections stay, and no byte passes in either direction. `closed`: existing and new
   * connections are reset. `drip`: the bytes that the service sends arrive one at a time.
   */
  setMode(mode: LinkMode): void;
  /**
   * When a client sends these bytes, resets the connection as soon as the service has answered. The answer is lost.
   * @param lossCount number of answers that are lost.
   */
  loseAnswersTo(bytes: string, lossCount: number): void;
  /** Number of answers that were lost because of `loseAnswersTo`. */
  countLostAnswers(): number;
  close(): Promise<void>;
};

async function sendByteByByte(client: Socket, bytes: Buffer): Promise<void> {
  for (let offset = 0; offset < bytes.length && !client.destroyed; offset += 1) {
    client.write(bytes.subarray(offset, offset + 1));
    await wait(byteDelayMs);
  }
}

/** Opens the link on a free loopback port. @param targetPort port on this machine to which the link leads. */
export async function openFaultyLink(targetPort: number): Promise<FaultyLink> {
  let mode: LinkMode = 'open';
  let textToMatch = '';
  let lossesLeft = 0;
  let lostAnswerCount = 0;
  const sockets = new Set<Socket>();
  const resetConnection = (resetSocket: Socket, otherSocket: Socket): void => {
    resetSocket.resetAndDestroy();
    otherSocket.destroy();
  };
  const server: Server = createServer((client) => {
    if (mode === 'closed') {
      client.resetAndDestroy();
      return;
    }
    const targetSocket = connect(targetPort, '127.0.0.1');
    let shouldLoseNextAnswer = false;
    let lastSendPromise = Promise.resolve();
    for (const socket of [client, targetSocket]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => resetConnection(client, targetSocket));
      socket.once('close', () => {
        sockets.delete(socket);
        // A mute link does not tell the other side that a connection has ended.
        if (mode !== 'mute') resetConnection(client, targetSocket);
      });
    }
    client.on('data', (bytes) => {
      if (mode === 'mute') return;
      if (lossesLeft > 0 && bytes.toString('latin1').toLowerCase().includes(textToMatch)) {
        lossesLeft -= 1;
        shouldLoseNextAnswer = true;
      }
      targetSocket.write(bytes);
    });
    targetSocket.on('data', (bytes) => {
      if (shouldLoseNextAnswer) {
        lostAnswerCount += 1;
        resetConnection(client, targetSocket);
      } else if (mode === 'drip') lastSendPromise = lastSendPromise.then(() => sendByteByByte(client, bytes));
      else if (mode !== 'mute') client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resetAllSockets = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    setMode(newMode) {
      // Connections have lost bytes while the link was mute, so these connections cannot continue.
      if (mode !== newMode && newMode !== 'mute') resetAllSockets();
      mode = newMode;
    },
    loseAnswersTo(bytes, lossCount) {
      textToMatch = bytes.toLowerCase();
      lossesLeft = lossCount;
    },
    countLostAnswers: () => lostAnswerCount,
    async close() {
      resetAllSockets();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
