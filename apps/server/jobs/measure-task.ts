import type { Metrics } from '../http/routing/metrics.ts';

/** Runs recurring work and records its duration and outcome under its name. */
export async function measureTask<T>(
  metrics: Pick<Metrics, 'taskRuns'>,
  task: string,
  work: () => Promise<T>,
): Promise<T> {
  const endTimer = metrics.taskRuns.startTimer({ task });
  try {
    const result = await work();
    endTimer({ outcome: 'done' });
    return result;
  } catch (error) {
    endTimer({ outcome: 'failed' });
    throw error;
  }
}
