import { SandboxLimitError } from '#platform/sandbox.ts'

/** What to tell the person who gave a file whose job was ended by the sandbox. Rethrows every other error. */
export function describeSandboxFailure(error: unknown): { wrong: string } {
  if (!(error instanceof SandboxLimitError)) throw error
  return { wrong: error.problem }
}
