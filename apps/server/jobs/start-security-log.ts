import { type AlertCounts, countAlerts } from '@carhouse/database/security/security-events';
import type { Context } from '../context.ts';
import { measureTask } from './measure-task.ts';
import { runEvery } from './run-every.ts';

const alertIntervalMs = 15_000;

/**
 * Writes the security log every second and evaluates its alerts every 15 seconds: alerts are gauges of /metrics, and a log
 * line is written when an alert begins.
 * @returns a function that stops both intervals and first writes the events in memory.
 */
export function startSecurityLog(context: Context): () => Promise<void> {
  const { securityLog, metrics, log } = context;
  let alertCounts: AlertCounts = { spraying: 0, harvesting: 0, hoarding: 0, mailLoop: 0 };
  let alertsReadAtMs = 0;

  metrics.registerGauge('alert_spraying', 'Addresses that try passwords on many accounts', () => alertCounts.spraying);
  metrics.registerGauge(
    'alert_harvesting',
    'Callers that keep reading beyond the limits',
    () => alertCounts.harvesting,
  );
  metrics.registerGauge(
    'alert_hoarding',
    'Buyers that keep asking for more holds than they may have',
    () => alertCounts.hoarding,
  );
  metrics.registerGauge(
    'alert_mail_loop',
    'People whose mails were collected again and again',
    () => alertCounts.mailLoop,
  );
  metrics.registerGauge('security_events_dropped', 'Security events that were not kept', () =>
    securityLog.countDropped(),
  );

  async function flushAndAlert(): Promise<void> {
    await securityLog.flush();
    if (Date.now() - alertsReadAtMs < alertIntervalMs) return;
    alertsReadAtMs = Date.now();
    const previousAlertCounts = alertCounts;
    alertCounts = await countAlerts(context.pool, context.now());
    const startedAlertNames = (Object.keys(alertCounts) as (keyof AlertCounts)[]).filter(
      (name) => previousAlertCounts[name] === 0 && alertCounts[name] > 0,
    );
    if (startedAlertNames.length > 0)
      log.warn({ alerts: alertCounts, begun: startedAlertNames }, 'the security log shows an attack');
  }

  const sentence = 'the alerts of the security log could not be read';
  const flushWithMetrics = () => measureTask(metrics, 'flushSecurityLog', flushAndAlert);
  const stopInterval = runEvery({
    intervalMs: 1_000,
    log,
    failureMessage: sentence,
    run: flushWithMetrics,
    shouldRunImmediately: false,
  });
  return async () => {
    await stopInterval();
    await securityLog.flush(true);
  };
}
