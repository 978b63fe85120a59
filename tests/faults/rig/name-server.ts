import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A name server at 127.0.0.1:53 of the experiment's own network. The name server answers every name with 127.0.0.1. */
export type NameServer = {
  /** When the server is mute, questions get no answer. */
  setMute(isMute: boolean): void;
  /** Number of questions that got no answer. */
  countUnanswered(): number;
  close(): Promise<void>;
};

export async function startNameServer(): Promise<NameServer> {
  const socket: Socket = createSocket('udp4');
  let isMute = false;
  let unansweredCount = 0;
  socket.on('message', (question, sender) => {
    if (isMute) unansweredCount += 1;
    else socket.send(makeAnswer(question), sender.port, sender.address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  return {
    setMute: (isMuteNow) => {
      isMute = isMuteNow;
    },
    countUnanswered: () => unansweredCount,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Answers a question of one name (RFC 1035, 4.1): an address for type A, nothing for other types. */
function makeAnswer(question: Buffer): Buffer {
  const nameEnd = question.indexOf(0, 12);
  const type = question.readUInt16BE(nameEnd + 1);
  const isAddress = type === 1;
  const header = Buffer.from(question.subarray(0, 12));
  // A response to a recursive question, without an error.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isAddress ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const questionSection = question.subarray(12, nameEnd + 5);
  // The answer record: a pointer to the name, type A, class IN, a lifetime of one second, four bytes of address.
  const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat(isAddress ? [header, questionSection, answer] : [header, questionSection]);
}
