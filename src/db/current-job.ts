import { AsyncLocalStorage } from 'node:async_hooks'

/** The job's ID stays the same across tries, even after the operator retries a failed job. */
export type CurrentJob = { id: string; name: string }

const currentJobStorage = new AsyncLocalStorage<CurrentJob>()

/** The job that the calling code is part of; undefined outside of jobs. */
export function getCurrentJob(): CurrentJob | undefined {
  return currentJobStorage.getStore()
}

export function runAsJob<T>(job: CurrentJob, work: () => Promise<T>): Promise<T> {
  return currentJobStorage.run(job, work)
}
