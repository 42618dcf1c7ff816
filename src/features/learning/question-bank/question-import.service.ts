import { isWorkbook, readWorkbook } from '#platform/read-workbook.ts'
import { SandboxLimitError, runInSandbox } from '#platform/sandbox.ts'
import { MAX_FILE_BYTES, type QuestionFileResult } from './question-import.contract.ts'
import { isDocument, type QuestionFile, parseQuestionFile } from './question-import.rules.ts'

const read = runInSandbox<typeof readQuestions>(new URL(import.meta.url), 'readQuestions', {
  cpuMs: 5_000,
  memoryMb: 512,
  resultBytes: 3 * 1024 * 1024,
})

/** Names of files in the ZIPs of Excel and LibreOffice. QTI packages are ZIPs, too. */
const OFFICE_MARKS = ['[Content_Types].xml', 'META-INF/manifest.xml']

/** Runs in the sandbox. */
export function readQuestions(file: QuestionFile): QuestionFileResult {
  const bytes = Buffer.from(file.bytes)
  const isOffice = OFFICE_MARKS.some((mark) => bytes.includes(mark)) && !bytes.includes('imsmanifest.xml')
  const isTable = isWorkbook(bytes) && (bytes[0] !== 0x50 || isOffice) && !isDocument(file)
  return parseQuestionFile(file, isTable ? readWorkbook(bytes) : undefined)
}

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
