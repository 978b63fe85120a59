// `npm run cluster-test`: builds a cluster on this machine, lets things happen to it under load, and prints a line of JSON
// for each. See `usage`. Exit codes: 0 nothing was lost, sold twice or broken; 1 something was; 2 it cannot run here.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { databaseFaults } from './database-faults.ts';
import { findBrokenCharges } from './judge.ts';
import { type EventFigures, measureEvent } from './measure-event.ts';
import { MachineFault, requirePrograms } from './programs.ts';
import { type Stage, StageBuilder } from './stage.ts';

const usage = `Usage: npm run cluster-test -- [flags]

  --fault NAME   only this event; may be repeated: ${databaseFaults.map(({ name }) => name).join(', ')}
  --kills N      kills the machine of the primary N times instead
  --seed N       chooses what the people of the load do; 1 by default
  --install      installs missing packages of Debian
  --keep         keeps the folder with settings and logs, and prints its name`;

/** Longest time in seconds in which writes may be refused (issue 14). */
const writesRefusedAim = 15;

process.exitCode = await run();

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      fault: { type: 'string', multiple: true },
      kills: { type: 'string' },
      seed: { type: 'string', default: '1' },
      install: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const known = databaseFaults.map(({ name }) => name);
  const unknown = values.fault?.find((name) => !known.includes(name));
  if (unknown !== undefined) console.error(`There is no event ${unknown}.`);
  if (values.help || unknown !== undefined) {
    console.log(usage);
    return unknown === undefined ? 0 : 2;
  }
  const builder = new StageBuilder(values.keep);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void builder.close().then(() => process.exit(1)));
  try {
    requirePrograms(values.install);
    const stage = await builder.build((line) => console.log(line));
    if (values.keep) console.log(`Logs: ${stage.folder}`);
    const killCount = Number(values.kills ?? '0');
    const names = killCount > 0 ? Array.from({ length: killCount }, () => 'kill-9') : (values.fault ?? known);
    return await runEvents(stage, names, Number(values.seed));
  } catch (error) {
    if (!(error instanceof MachineFault)) throw error;
    console.error(error.message);
    return 2;
  } finally {
    await builder.close();
  }
}

async function runEvents({ cluster, proxies, nodes }: Stage, names: readonly string[], seed: number): Promise<number> {
  const all: EventFigures[] = [];
  for (const [index, name] of names.entries()) {
    const fault = databaseFaults.find((each) => each.name === name);
    if (fault === undefined) continue;
    const figures = await measureEvent(name, nodes, proxies.sessionUrl, seed + index, () => fault.run(cluster));
    console.log(JSON.stringify(figures));
    all.push(figures);
  }
  const runningNodes = nodes.countRunning();
  await nodes.stopNodes();
  const brokenCharges = await findBrokenCharges(nodes, proxies.sessionUrl);
  const sum = (read: (figures: EventFigures) => number): number =>
    all.reduce((total, figures) => total + read(figures), 0);
  const result = {
    events: all.length,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
    soldTwice: Math.max(0, ...all.map(({ soldTwice }) => soldTwice)),
    brokenAudits: all.flatMap(({ brokenAudits }) => brokenAudits),
    brokenCharges,
    nodesThatEnded: proxies.nodePorts.length - runningNodes,
    longestWriteGap: Math.max(0, ...all.map(({ writes }) => writes.longestGap)),
    visitorReadsRefused: sum(({ visitorReads }) => visitorReads.refused),
    load: `load average ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`,
  };
  console.log(JSON.stringify(result));
  if (result.longestWriteGap > writesRefusedAim)
    console.log(`The aim is missed: writes at most ${writesRefusedAim} s.`);
  if (result.visitorReadsRefused > 0) console.log('The aim is missed: no read of a visitor refused.');
  const isWhole =
    result.lost + result.soldTwice + result.nodesThatEnded === 0 &&
    result.brokenAudits.length + brokenCharges.length === 0;
  return isWhole ? 0 : 1;
}
