// `npm run cluster-test` builds a cluster on this machine, causes events in the cluster while it is under load, and
// prints a line of JSON for each event. See `usage`. Exit codes: 0 means that nothing was lost, sold twice or broken; 1
// means that something was; 2 means that this machine cannot run the test.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { testNodeEntryFile } from '@carhouse/server/testing/server-process';
import { clusterEvents, rollingUpgradeEventName } from './cluster-events.ts';
import { type ClusterTestbed, TestbedBuilder } from './cluster-testbed.ts';
import { makeEarlierVersion, removeEarlierVersion } from './earlier-version.ts';
import { formatEventTable } from './event-table.ts';
import { findBrokenCharges } from './judge.ts';
import { type EventFigures, measureEvent } from './measure-event.ts';
import { MachineFault, requirePrograms } from './programs.ts';
import { raceOnCluster } from './race-on-cluster.ts';

const usage = `Usage: npm run cluster-test -- [flags]

  --fault NAME   only this event; may be repeated. Without it all of them happen, in this order:
${clusterEvents.map(({ name, text }) => `                   ${name.padEnd(16)} ${text}`).join('\n')}
  --kills N      kills the machine of the primary N times instead
  --race N       runs N payment races through the balancer instead: every invariant of money
  --from REV     the revision of git from which ${rollingUpgradeEventName} comes; the one before the last migration by default
  --seed N       chooses what the people of the load do; 1 by default
  --install      installs missing packages of Debian
  --keep         keeps the folder with settings and logs, and prints its name`;

/** Longest time in seconds in which writes may be refused (decision 0089). */
const writesRefusedSecondsMaximum = 15;

process.exitCode = await run();

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      fault: { type: 'string', multiple: true },
      kills: { type: 'string' },
      race: { type: 'string' },
      from: { type: 'string' },
      seed: { type: 'string', default: '1' },
      install: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const knownNames = clusterEvents.map(({ name }) => name);
  const unknownName = values.fault?.find((name) => !knownNames.includes(name));
  if (unknownName !== undefined) console.error(`There is no event ${unknownName}.`);
  if (values.help || unknownName !== undefined) {
    console.log(usage);
    return unknownName === undefined ? 0 : 2;
  }
  const [killCount, raceCount] = [Number(values.kills ?? '0'), Number(values.race ?? '0')];
  const eventNames = killCount > 0 ? Array.from({ length: killCount }, () => 'kill-9') : (values.fault ?? knownNames);
  if (eventNames.includes(rollingUpgradeEventName) && eventNames[0] !== rollingUpgradeEventName) {
    console.error(`${rollingUpgradeEventName} must be the first event.`);
    return 2;
  }
  const builder = new TestbedBuilder(values.keep);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void builder.close().then(() => process.exit(1)));
  try {
    requirePrograms(values.install);
    const earlierVersion =
      raceCount === 0 && eventNames.includes(rollingUpgradeEventName) ? makeEarlierVersion(values.from) : undefined;
    if (earlierVersion !== undefined) console.log(`The nodes begin as revision ${earlierVersion.revision}.`);
    // The nodes of a payment race have no limits on the number of calls, because the buyers of the race would exceed
    // such limits.
    const entry = raceCount > 0 ? testNodeEntryFile : earlierVersion?.entry;
    const testbed = await builder.startAll((line) => console.log(line), entry);
    if (values.keep) console.log(`Logs: ${testbed.folder}`);
    if (raceCount > 0) return await runRaces(testbed, raceCount, Number(values.seed));
    return await runEvents(testbed, eventNames, Number(values.seed));
  } catch (error) {
    if (!(error instanceof MachineFault)) throw error;
    console.error(error.message);
    return 2;
  } finally {
    await builder.close();
    removeEarlierVersion();
  }
}

async function runRaces(testbed: ClusterTestbed, count: number, firstSeed: number): Promise<number> {
  let failedCount = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    try {
      console.log(JSON.stringify({ race: seed, ...(await raceOnCluster(testbed, seed)) }));
    } catch (error) {
      failedCount += 1;
      console.log(JSON.stringify({ race: seed, failed: (error as Error).message.slice(0, 1_000) }));
    }
  }
  console.log(JSON.stringify({ races: count, failed: failedCount, nodesThatRun: testbed.nodes.countRunning() }));
  return failedCount === 0 && testbed.nodes.countRunning() === testbed.proxies.nodePorts.length ? 0 : 1;
}

async function runEvents(testbed: ClusterTestbed, eventNames: readonly string[], seed: number): Promise<number> {
  const { proxies, nodes } = testbed;
  const allFigures: EventFigures[] = [];
  const missedAims: string[] = [];
  for (const [index, name] of eventNames.entries()) {
    const event = clusterEvents.find((each) => each.name === name);
    if (event === undefined) continue;
    const figures = await measureEvent(name, nodes, proxies.sessionUrl, seed + index, () => event.run(testbed));
    console.log(JSON.stringify(figures));
    allFigures.push(figures);
    missedAims.push(...listMissedAims(figures, event.mustServeAllRequests));
  }
  const runningCount = nodes.countRunning();
  await nodes.stopNodes();
  const brokenCharges = await findBrokenCharges(nodes, proxies.sessionUrl);
  const sumFigures = (readFigure: (figures: EventFigures) => number): number =>
    allFigures.reduce((total, figures) => total + readFigure(figures), 0);
  const result = {
    events: allFigures.length,
    acknowledged: sumFigures(({ acknowledged }) => acknowledged),
    lost: sumFigures(({ lost }) => lost),
    soldTwice: Math.max(0, ...allFigures.map(({ soldTwice }) => soldTwice)),
    brokenAudits: allFigures.flatMap(({ brokenAudits }) => brokenAudits),
    brokenCharges,
    nodesThatEnded: proxies.nodePorts.length - runningCount,
    longestWriteGap: Math.max(0, ...allFigures.map(({ writes }) => writes.longestGap)),
    visitorReadsRefused: sumFigures(({ visitorReads }) => visitorReads.refused),
    load: `load average ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`,
  };
  console.log(JSON.stringify(result));
  console.log(formatEventTable(allFigures));
  for (const missedAim of missedAims) console.log(`Aim missed: ${missedAim}.`);
  const hasPassed =
    result.lost + result.soldTwice + result.nodesThatEnded === 0 &&
    result.brokenAudits.length + brokenCharges.length === 0;
  return hasPassed ? 0 : 1;
}

function listMissedAims(
  { event, writes, visitorReads, signedInReads }: EventFigures,
  mustServeAllRequests: boolean,
): readonly string[] {
  const refusedCount = writes.refused + visitorReads.refused + signedInReads.refused;
  if (mustServeAllRequests) return refusedCount > 0 ? [`${event} refused ${refusedCount} requests`] : [];
  const missedAims: string[] = [];
  if (writes.longestGap > writesRefusedSecondsMaximum)
    missedAims.push(`${event} kept writes waiting ${writes.longestGap} s`);
  if (visitorReads.refused > 0) missedAims.push(`${event} refused ${visitorReads.refused} reads of visitors`);
  return missedAims;
}
