import { SandboxLimitError, runInSandbox } from '#platform/sandbox.ts'
import { MAX_FILE_BYTES, type QuestionFileResult } from './question-import.contract.ts'
import type { QuestionFile, parseQuestionFile } from './question-import.rules.ts'

const read = runInSandbox<typeof parseQuestionFile>(
  new URL('question-import.rules.ts', import.meta.url),
  'parseQuestionFile',
  {
    cpuMs: 5_000,
    memoryMb: 384,
    resultBytes: 3 * 1024 * 1024,
  },
)

const onlyMistake = (message: string): QuestionFileResult => ({
  questions: [],
  mistakes: [{ file: null, line: null, number: null, excerpt: null, message }],
  more: 0,
  refused: 0,
})

/** The usable questions of a file, and why the others can't be used; stores nothing. Throws `busy`. */
export async function readQuestionFile(file: QuestionFile, member: string): Promise<QuestionFileResult> {
  if (file.bytes.length > MAX_FILE_BYTES)
    return onlyMistake('This file is larger than 1 MB. Split it into several files.')
  try {
    return await read(file, member)
  } catch (error) {
    if (error instanceof SandboxLimitError) return onlyMistake(error.message)
    throw error
  }
}
