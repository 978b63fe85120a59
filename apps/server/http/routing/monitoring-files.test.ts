import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { registerDepthGauges } from '../../jobs/measure-depths.ts';
import { startJobs } from '../../jobs/start-jobs.ts';
import { startReconciler } from '../../jobs/start-reconciler.ts';
import { startSecurityLog } from '../../jobs/start-security-log.ts';
import { bookListing, call, makeCar, makeUser } from '../../testing/builders.ts';
import { readPromql } from '../../testing/promql.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rateLimits } from '../limits/rate-limits.ts';
import { type MetricSample, parseMetrics } from './parse-metrics.ts';

type Rule = {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly runbook?: string };
};
type Panel = {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
};

const readRepositoryFile = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
/**
 * Labels that Prometheus adds to every series, and the label that a server with several nodes adds (node-metrics.ts).
 */
const addedLabels = ['job', 'instance', 'node'];

let server: TestServer;
let samples: readonly MetricSample[];
let rules: readonly Rule[];
let panels: readonly Panel[];

/** Starts a server with all its background work, and makes it do each kind of work once. */
beforeAll(async () => {
  server = await startTestServer({ ...unlimitedProtection, rateLimits }, undefined, {}, { cachesAnswers: true });
  const { context } = server;
  registerDepthGauges(context);
  const stopFunctions = [startReconciler(context), startSecurityLog(context)];
  await startJobs(context);
  const [buyer, seller] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Seller', { verified: true })];
  const paymentId = await bookListing(server, buyer, await makeCar(server, seller));
  await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId, resellPrice: 868_000 });
  await call(server, null, 'GET', '/api/v1/listings?brand=Ferrari');
  await call(server, null, 'POST', '/api/v1/password-resets', { email: buyer.email });
  for (let feedbackCount = 0; feedbackCount < 12; feedbackCount += 1)
    await call(server, null, 'POST', '/api/v1/feedback', { email: 'reader@people.example', text: 'Good.' });
  const readSamples = async () => parseMetrics((await server.firstApp.inject({ url: '/metrics' })).body);
  samples = await vi.waitFor(
    async () => {
      const foundMetricNames = new Set((await readSamples()).map(({ name }) => name));
      const hasAllWork = ['job', 'task', 'provider_call'].every((workKind) =>
        foundMetricNames.has(`carhouse_${workKind}_seconds_count`),
      );
      if (!hasAllWork) throw new Error('Some work has not been done yet.');
      return readSamples();
    },
    { timeout: 60_000, interval: 500 },
  );
  await Promise.all(stopFunctions.map((stop) => stop()));
  const alertsDocument = parse(await readRepositoryFile('deploy/prometheus/alerts.yaml')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  rules = alertsDocument.groups.flatMap((group) => group.rules);
  panels = (JSON.parse(await readRepositoryFile('deploy/grafana/carhouse.json')) as { panels: Panel[] }).panels;
});
afterAll(() => server.close());

/** Returns what is wrong with an expression, compared with the metrics of the running server. */
function findFaults(expression: string): readonly string[] {
  const recordingRuleNames = rules.flatMap(({ record }) => record ?? []);
  return readPromql(expression).flatMap(({ name, labels, bound }) => {
    if (name === 'up' || recordingRuleNames.includes(name))
      return labels.filter((label) => !addedLabels.includes(label));
    const samplesOfName = samples.filter((sample) => sample.name === name);
    if (samplesOfName.length === 0) return [`${name} is no metric`];
    const knownLabels = new Set([...samplesOfName.flatMap((sample) => Object.keys(sample.labels)), ...addedLabels]);
    return [
      ...labels.filter((label) => !knownLabels.has(label)).map((label) => `${name} has no label ${label}`),
      ...(bound === undefined || samplesOfName.some((sample) => sample.labels.le === bound)
        ? []
        : [`${name} has no le="${bound}"`]),
    ];
  });
}

it('has alert rules of which every name, label and bucket is one of a running server', () => {
  expect(rules.filter(({ alert }) => alert !== undefined).length).toBeGreaterThan(15);
  for (const { expr, alert, record } of rules) expect(findFaults(expr), alert ?? record).toEqual([]);
  for (const { record = 'carhouse:a:b' } of rules) expect(record).toMatch(/^carhouse:\w+:\w+$/);
});

it('has a dashboard of which every name and label is one of a running server', () => {
  const targets = panels.flatMap(({ title, targets: ofPanel = [] }) => ofPanel.map((target) => ({ title, ...target })));
  expect(targets.length).toBeGreaterThan(30);
  for (const { title, expr, legendFormat } of targets) {
    const expression = expr.replaceAll('$__rate_interval', '5m');
    expect(findFaults(expression), title).toEqual([]);
    // Every label of a legend must be a label that the expression keeps.
    const legendLabels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    const keptLabels = readPromql(expression).flatMap(({ labels }) => labels);
    for (const label of legendLabels) expect([...keptLabels, ...addedLabels], title).toContain(label);
  }
});

it('finds names, labels and buckets that do not exist, and what is no PromQL', () => {
  expect(findFaults('rate(carhouse_requests_total[5m])')).toEqual(['carhouse_requests_total is no metric']);
  expect(findFaults('sum by (path) (carhouse_http_request_seconds_count)')).toEqual([
    'carhouse_http_request_seconds_count has no label path',
  ]);
  expect(findFaults('carhouse_http_request_seconds_bucket{le="0.2"}')).toEqual([
    'carhouse_http_request_seconds_bucket has no le="0.2"',
  ]);
  expect(() => findFaults('sum(carhouse_http_request_seconds_count')).toThrow(SyntaxError);
});

it('has a paragraph in the handbook for every alert', async () => {
  const handbook = await readRepositoryFile('docs/operations.md');
  const headings = new Set([...handbook.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading));
  for (const { alert, labels, annotations } of rules.filter((rule) => rule.alert !== undefined)) {
    expect(headings, alert).toContain(alert);
    expect(annotations?.runbook).toBe(`docs/operations.md#${alert?.toLowerCase()}`);
    expect(['page', 'ticket']).toContain(labels?.severity);
    expect(annotations?.summary).not.toBe('');
  }
});

it('records burn rates for every window that an alert compares', () => {
  const recordingRuleNames = new Set(rules.flatMap(({ record }) => record ?? []));
  const comparedLabels = rules
    .filter(({ alert }) => alert !== undefined)
    .flatMap(({ expr }) => readPromql(expr).map(({ name }) => name))
    .filter((name) => name.startsWith('carhouse:'));
  expect(comparedLabels.length).toBeGreaterThan(20);
  for (const name of comparedLabels) expect(recordingRuleNames).toContain(name);
});
