import { execFile } from 'node:child_process'
import { commandFlags } from '../../scripts/server-process.mjs'

export type CommandResult = { code: number; stdout: string; stderr: string }

/** Node's arguments that start the operator's command line. */
export const COMMAND_LINE: readonly string[] = [...commandFlags, 'src/cli.ts']

/** Runs what an operator types after `npm run academy --`, with an academy's settings, until it ends. */
export function runCommandLine(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...COMMAND_LINE, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    )
  })
}

/** Runs a command that must succeed, and returns its output. */
export async function runCommand(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommandLine(env, ...args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stderr}${stdout}`)
  return stdout
}
