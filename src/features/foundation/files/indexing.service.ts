import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { indexFiles } from './indexing.queues.ts'

/** Lets new files be read for the search as soon as this transaction commits. */
export function queueFileIndexing({ jobs }: Pick<Deps, 'jobs'>, tx: Executor): Promise<void> {
  return jobs.enqueue(tx, indexFiles, {})
}
