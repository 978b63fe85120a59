/** Runs the jobs in their order, `concurrency` jobs at the same time. */
export async function runInParallel<Job>(
  jobs: readonly Job[],
  concurrency: number,
  runJob: (job: Job) => Promise<void>,
): Promise<void> {
  const queue = [...jobs];
  const runNextJobs = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await runJob(job);
  };
  await Promise.all(Array.from({ length: concurrency }, runNextJobs));
}
