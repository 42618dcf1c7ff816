import { SandboxLimitError } from '#platform/sandbox.ts'

/** The message if the sandbox ended a file's job because of a limit. Rethrows other errors. */
export function describeSandboxFailure(error: unknown): { wrong: string } {
  if (!(error instanceof SandboxLimitError)) throw error
  return { wrong: error.problem }
}
