import pMap from 'p-map'

/**
 * Runs the task for each file, for a few files at a time. If it ran for one file at a time, it would mostly wait for
 * the disk or storage. Stops at the first failure.
 */
export async function forEachConcurrent<File>(files: File[], work: (file: File) => Promise<void>): Promise<void> {
  await pMap(files, work, { concurrency: 4 })
}
