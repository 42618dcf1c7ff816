import { AsyncLocalStorage } from 'node:async_hooks'

/** A job. Its ID stays the same for all attempts, even after the operator retries a failed job. */
export type CurrentJob = { id: string; name: string }

const currentJobStorage = new AsyncLocalStorage<CurrentJob>()

/** Returns the job that the calling code is part of. Returns undefined outside of jobs. */
export function getCurrentJob(): CurrentJob | undefined {
  return currentJobStorage.getStore()
}

export function runAsJob<T>(job: CurrentJob, work: () => Promise<T>): Promise<T> {
  return currentJobStorage.run(job, work)
}
