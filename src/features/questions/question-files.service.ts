import { inThread } from '#platform/in-thread.ts'
import { MOST_FILE_BYTES, type ReadFile } from './question-files.contract.ts'
import type { QuestionFile } from './reading.rules.ts'

const read = inThread<QuestionFile, ReadFile>(new URL('reading.rules.ts', import.meta.url), 'readQuestions', 'files')

const onlyMistake = (message: string): ReadFile => ({ mistakes: [{ file: null, line: null, message }], more: 0 })

/** All questions of a file, or all that is wrong with it; nothing is stored. Refuses (`busy`) what can't be read in time. */
export async function readQuestionFile(file: QuestionFile): Promise<ReadFile> {
  if (file.bytes.length > MOST_FILE_BYTES)
    return onlyMistake('This file is larger than 1 MB: divide the questions among several files.')
  try {
    return await read(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return onlyMistake('This file can’t be read: what is in it takes more room than any questions do.')
    throw error
  }
}
