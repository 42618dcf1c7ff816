import { AsyncLocalStorage } from 'node:async_hooks'

/** `id` stays the same however often a job is tried, also where it was given up and asked for again. */
export type JobUnderWay = { id: string; name: string }

const underWay = new AsyncLocalStorage<JobUnderWay>()

/** Which job the code that asks is a part of; undefined outside of jobs. */
export function jobUnderWay(): JobUnderWay | undefined {
  return underWay.getStore()
}

export function asJob<T>(job: JobUnderWay, work: () => Promise<T>): Promise<T> {
  return underWay.run(job, work)
}
