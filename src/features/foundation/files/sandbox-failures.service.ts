import { SandboxLimitError } from '#platform/sandbox.ts'

/** The message to show when the sandbox stopped reading a file because of a limit. Rethrows other errors. */
export function describeSandboxFailure(error: unknown): { wrong: string } {
  if (!(error instanceof SandboxLimitError)) throw error
  return { wrong: error.problem }
}
