import { SandboxLimitError } from '#platform/sandbox.ts'

/**
 * Returns the message that is shown if the sandbox stopped reading a file because of a limit. Throws other errors
 * again.
 */
export function describeSandboxFailure(error: unknown): { wrong: string } {
  if (!(error instanceof SandboxLimitError)) throw error
  return { wrong: error.problem }
}
