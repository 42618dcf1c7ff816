import { onTestFinished, vi } from 'vitest'
import type { Deps } from '#platform/deps.ts'
import type { Typed, Verb } from '../../src/cli/verb.ts'
import { OPERATOR } from './audit.ts'

/** Types commands in this process: what each says, and with which code it ends. */
export function typing(deps: Deps) {
  onTestFinished(() => void vi.restoreAllMocks())
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text))
  return async (verb: Verb | undefined, args: string[], options: Typed['options'] = {}) => {
    if (!verb || !('run' in verb)) throw new Error('This command can’t be typed here')
    said.length = 0
    const code = await verb.run(deps, { args, options, by: OPERATOR })
    return { code, text: said.join('\n') }
  }
}
