// Takes a CPU and a heap profile of a running server node. Exit codes: 0 done, 1 failed, 2 wrong usage.
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findProfileSocketFolder, type ProfileAnswer } from '@carhouse/server/startup/serve-profiles';
import { profileLimits } from '@carhouse/server/startup/take-profiles';

const usage = `Usage: npm run profile -- [--node N] [--seconds N]

Profiles a node of the server that runs on DATA_DIR (./data), for ${profileLimits.leastSeconds} to ${profileLimits.mostSeconds} seconds. The files lie in DATA_DIR/profiles;
Chrome's developer tools (Performance, Memory) and VS Code open them. Run it as the user of the server.

  --node N      number of the node; 1 by default
  --seconds N   30 by default`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await run();

async function run(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(usage);
    return 2;
  }
  const dataDir = resolve(projectFolder, process.env.DATA_DIR || 'data');
  for (const path of await listSockets(dataDir, options.node)) {
    const answer = await requestProfile(path, options.seconds).catch(() => undefined);
    // The socket file of a killed process is not removed.
    if (answer === undefined) continue;
    if ('error' in answer) {
      console.error(answer.error);
      return 1;
    }
    for (const file of answer.files) console.log(file);
    return 0;
  }
  console.error(`No node ${options.node} of a server on ${dataDir} answers.`);
  return 1;
}

function readOptions(): { readonly node: number; readonly seconds: number } | undefined {
  try {
    const { values } = parseArgs({
      options: { node: { type: 'string', default: '1' }, seconds: { type: 'string', default: '30' } },
    });
    const [node, seconds] = [Number(values.node), Number(values.seconds)];
    const isInRange = seconds >= profileLimits.leastSeconds && seconds <= profileLimits.mostSeconds;
    return Number.isInteger(node) && node > 0 && Number.isInteger(seconds) && isInRange ? { node, seconds } : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the sockets of a node, the newest first. */
async function listSockets(dataDir: string, node: number): Promise<readonly string[]> {
  const folder = findProfileSocketFolder(dataDir);
  const fileNames = await readdir(folder).catch(() => []);
  const paths = fileNames
    .filter((name) => name.startsWith(`node-${node}.`) && name.endsWith('.sock'))
    .map((name) => join(folder, name));
  // A socket file may be removed meanwhile, because its process has ended.
  const readSocketTime = async (path: string) =>
    stat(path)
      .then(({ mtimeMs }) => [{ path, time: mtimeMs }])
      .catch(() => []);
  const socketTimes = (await Promise.all(paths.map(readSocketTime))).flat();
  return socketTimes.sort((one, other) => other.time - one.time).map(({ path }) => path);
}

async function requestProfile(path: string, seconds: number): Promise<ProfileAnswer> {
  const socket = connect(path);
  await once(socket, 'connect');
  socket.write(`${JSON.stringify({ seconds })}\n`);
  return JSON.parse(await text(socket)) as ProfileAnswer;
}
