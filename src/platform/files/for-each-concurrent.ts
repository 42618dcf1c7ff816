import pMap from 'p-map'

/** Does the work for each file, a few at a time: one alone would mostly wait for the disk or the storage. The first failure ends it. */
export async function forEachConcurrent<File>(files: File[], work: (file: File) => Promise<void>): Promise<void> {
  await pMap(files, work, { concurrency: 4 })
}
