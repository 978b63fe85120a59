import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Lighthouse takes 185 MB, so it is not a dependency of the project. Lighthouse is installed when a run needs it. */
const version = '13.5.0';
const folder = join(import.meta.dirname, '../..', '.cache', 'lighthouse');
const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');

/** The result of one run: scores from 0 to 100, and times in milliseconds for a mid-range phone on slow 4G. */
export type LighthouseRun = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcpMs: number;
  /** Cumulative layout shift; it has no unit. */
  readonly cls: number;
  readonly tbtMs: number;
  /** Audits that lower a score. */
  readonly failedAudits: readonly string[];
};

type Audit = { readonly id: string; readonly score: number | null; readonly numericValue?: number };
type Report = {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  readonly audits: Record<string, Audit>;
};

/** Installs Lighthouse into `.cache/` once. @throws Error when the registry cannot be reached. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await runCommand('npm', ['install', '--no-audit', '--no-fund', '--save-exact', `lighthouse@${version}`], folder);
}

/**
 * Maximum number of tries. On a busy machine Lighthouse sometimes fails to record its trace of the page and must be run
 * again.
 */
const tryCountMaximum = 3;

/**
 * Runs Lighthouse once with the mobile preset.
 * @throws Error when Chromium or the page fails three times in a row.
 */
export async function runLighthouse(url: string, chromiumPath: string): Promise<LighthouseRun> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      return await tryLighthouse(url, chromiumPath);
    } catch (error) {
      if (tryNumber === tryCountMaximum) throw error;
    }
  }
}

async function tryLighthouse(url: string, chromiumPath: string): Promise<LighthouseRun> {
  const chromiumFlags = '--headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run';
  const args = [program, url, '--quiet', '--output=json', '--output-path=stdout', `--chrome-flags=${chromiumFlags}`];
  const text = await runCommand(process.execPath, args, folder, { CHROME_PATH: chromiumPath });
  const report = JSON.parse(text) as Report;
  if (report.runtimeError !== undefined) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  const readScore = (name: string) => Math.round(100 * (report.categories[name]?.score ?? 0));
  const readValue = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  const weightedAudits = Object.values(report.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return {
    performance: readScore('performance'),
    accessibility: readScore('accessibility'),
    bestPractices: readScore('best-practices'),
    seo: readScore('seo'),
    lcpMs: Math.round(readValue('largest-contentful-paint')),
    cls: Math.round(1000 * readValue('cumulative-layout-shift')) / 1000,
    tbtMs: Math.round(readValue('total-blocking-time')),
    failedAudits: weightedAudits.map(({ id }) => id).filter((id) => (report.audits[id]?.score ?? 1) < 0.9),
  };
}

async function runCommand(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const outputChunks: Buffer[] = [];
  child.stdout.on('data', (outputChunk: Buffer) => outputChunks.push(outputChunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with code ${code}.`);
  return Buffer.concat(outputChunks).toString();
}
