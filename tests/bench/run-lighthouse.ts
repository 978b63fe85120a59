// `npm run lighthouse` runs Lighthouse's mobile preset on the production build with the demo data, which `npm start`
// also uses.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPool } from '@carhouse/database/connection/connect';
import startProduct from '@carhouse/e2e/global-setup';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { installLighthouse, type LighthouseRun, runLighthouse } from './lighthouse-program.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    url: { type: 'string' },
    path: { type: 'string', multiple: true },
  },
});
const chromiumPath = process.env.CARHOUSE_CHROMIUM ?? '/usr/bin/chromium';

await installLighthouse();
if (values.url !== undefined) process.env.CARHOUSE_URL = new URL(values.url).origin;
const stopProduct = await startProduct();
try {
  const origin = process.env.CARHOUSE_URL ?? '';
  if (stopProduct !== undefined) await waitForImages(process.env.CARHOUSE_DATA_DIR ?? '');
  for (const path of values.path ?? ['/', await findListingPath(origin), '/cars']) {
    await fetch(origin + path);
    const runs: LighthouseRun[] = [];
    for (let runNumber = 0; runNumber < Number(values.runs); runNumber += 1)
      runs.push(await runLighthouse(origin + path, chromiumPath));
    console.log(JSON.stringify({ bench: 'lighthouse mobile', page: path, ...findMedianRun(runs) }));
  }
} finally {
  await stopProduct?.();
}

/** Returns the path of the newest Ferrari of the demo data. */
async function findListingPath(origin: string): Promise<string> {
  const cars = (await (await fetch(`${origin}/api/ferrariDatas`)).json()) as { _id: string }[];
  return `/cars/${cars[0]?._id}`;
}

/**
 * Waits until the images of the demo data are drawn and encoded, which happens in the background. The measurement
 * starts after the last image is encoded.
 */
async function waitForImages(dataDir: string): Promise<void> {
  const url = await findRunningEmbeddedUrl(dataDir);
  if (url === undefined) throw new Error('The embedded database is not to be found.');
  const pool = openPool({ url, applicationName: 'carhouse-bench', max: 1 });
  const openJobsSql = "SELECT count(*)::int AS jobs FROM pgboss.job WHERE state IN ('created', 'active', 'retry')";
  try {
    for (let secondsWithoutJobs = 0; secondsWithoutJobs < 5; ) {
      const { rows } = await pool.query<{ jobs: number }>(openJobsSql);
      secondsWithoutJobs = rows[0]?.jobs === 0 ? secondsWithoutJobs + 1 : 0;
      await wait(1_000);
    }
  } finally {
    await pool.end();
  }
}

/** Returns the median of every figure, and the audits that failed in any run. */
function findMedianRun(runs: readonly LighthouseRun[]): LighthouseRun {
  const computeMedian = (readFigure: (run: LighthouseRun) => number): number => {
    const sortedFigures = runs.map(readFigure).sort((a, b) => a - b);
    return sortedFigures[Math.floor(sortedFigures.length / 2)] ?? Number.NaN;
  };
  return {
    performance: computeMedian((run) => run.performance),
    accessibility: computeMedian((run) => run.accessibility),
    bestPractices: computeMedian((run) => run.bestPractices),
    seo: computeMedian((run) => run.seo),
    lcpMs: computeMedian((run) => run.lcpMs),
    cls: computeMedian((run) => run.cls),
    tbtMs: computeMedian((run) => run.tbtMs),
    failedAudits: [...new Set(runs.flatMap((run) => run.failedAudits))],
  };
}
