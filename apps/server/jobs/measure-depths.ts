import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countWaitingMessages } from '@carhouse/database/outbox/outbox';
import type { Context } from '../context.ts';

/**
 * Registers gauges for the jobs and mails that wait, and for the age of the last backup. Each request for /metrics
 * reads the gauges.
 */
export function registerDepthGauges(context: Context): void {
  const { metrics, jobs, database, config, now } = context;
  metrics.registerLabelledGauge('job_queue_depth', 'Jobs that are ready and wait for a node', 'queue', () =>
    jobs.countReady(),
  );
  metrics.registerGauge('outbox_depth', 'Mails that wait to be sent', () => countWaitingMessages(database));
  metrics.registerGauge(
    'backup_age_seconds',
    'Seconds since the last backup began; NaN without BACKUP_DIR',
    async () => {
      if (config.backupDir === undefined) return Number.NaN;
      const lastBackupTime = await findLastBackupTime(config.backupDir);
      return lastBackupTime === undefined
        ? Number.POSITIVE_INFINITY
        : (now().getTime() - lastBackupTime.getTime()) / 1000;
    },
  );
}

/** Returns the time of the last complete backup, read from the name of its folder; undefined when there is none. */
async function findLastBackupTime(backupDir: string): Promise<Date | undefined> {
  const names = await readdir(join(backupDir, 'base')).catch(() => []);
  const backupTimes = names.flatMap((name) => {
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(name) ?? [];
    return year === undefined ? [] : [new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)];
  });
  return backupTimes.sort((firstTime, secondTime) => firstTime.getTime() - secondTime.getTime()).at(-1);
}
