import { SandboxLimitError } from '#platform/sandbox.ts'

/** The message when the sandbox ended the job of a file. Rethrows other errors. */
export function describeSandboxFailure(error: unknown): { wrong: string } {
  if (!(error instanceof SandboxLimitError)) throw error
  return { wrong: error.problem }
}
