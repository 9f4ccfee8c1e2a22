/**
 * Jobs that run side by side, as many as the machine has cores.
 *
 * @module
 */

/**
 * Runs the jobs in their order, each as soon as a core is free. After a failure
 * none begins, and the promise rejects when those that run have ended.
 */
export async function runAtOnce(
  jobs: readonly (() => Promise<void>)[],
  limit: number = navigator.hardwareConcurrency,
): Promise<void> {
  const waiting = jobs.values();
  const failures: unknown[] = [];
  const lane = async () => {
    for (const job of waiting) {
      if (failures.length > 0) return;
      await job().catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  if (failures.length > 0) throw failures[0];
}
