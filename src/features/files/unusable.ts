import { SandboxLimitError } from '#platform/sandbox.ts'

const UNPROCESSED = {
  time: 'takes too long to process. Make it simpler or split it into smaller files, then try again',
  memory: 'needs too much memory to process. Make it simpler or split it into smaller files, then try again',
  crash: 'can’t be processed. Save it again in the program it was made with, then try again',
}

/** What to tell the person who gave a file whose job was ended by the sandbox. Rethrows every other error. */
export function unusable(error: unknown): { wrong: string } {
  if (!(error instanceof SandboxLimitError)) throw error
  return { wrong: UNPROCESSED[error.reason] }
}
