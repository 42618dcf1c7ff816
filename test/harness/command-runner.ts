import { onTestFinished, vi } from 'vitest'
import type { Deps } from '#platform/deps.ts'
import type { CommandInput, Command } from '../../src/cli/command.ts'
import { OPERATOR } from './audit.ts'

/** Runs commands in this process: returns the output and exit code of each. */
export function createCommandRunner(deps: Deps) {
  onTestFinished(() => void vi.restoreAllMocks())
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text))
  return async (verb: Command | undefined, args: string[], options: CommandInput['options'] = {}) => {
    if (!verb || !('run' in verb)) throw new Error('This command can’t be typed here')
    said.length = 0
    const code = await verb.run(deps, { args, options, by: OPERATOR })
    return { code, text: said.join('\n') }
  }
}
