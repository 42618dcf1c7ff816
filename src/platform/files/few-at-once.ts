const AT_ONCE = 4

/** Does the work for each file, a few at a time: one alone would mostly wait for the disk or the storage. */
export async function fewAtOnce<File>(files: File[], work: (file: File) => Promise<void>): Promise<void> {
  const queue = files.values()
  const worker = async () => {
    for (const file of queue) await work(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
