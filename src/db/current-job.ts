import { AsyncLocalStorage } from 'node:async_hooks'

/** `id` stays the same however often a job is tried, also where it was given up and asked for again. */
export type CurrentJob = { id: string; name: string }

const currentJobStorage = new AsyncLocalStorage<CurrentJob>()

/** Which job the code that asks is a part of; undefined outside of jobs. */
export function getCurrentJob(): CurrentJob | undefined {
  return currentJobStorage.getStore()
}

export function runAsJob<T>(job: CurrentJob, work: () => Promise<T>): Promise<T> {
  return currentJobStorage.run(job, work)
}
