import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { indexFiles } from './indexing.queues.ts'

/** Indexes new files for search once this transaction commits. */
export function queueFileIndexing({ jobs }: Pick<Deps, 'jobs'>, tx: Executor): Promise<void> {
  return jobs.enqueue(tx, indexFiles, {})
}
