import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'

/** What was typed after the verb: words, and options by their names. */
export type Typed = { args: string[]; options: Readonly<Record<string, string | string[] | undefined>> }

type Described = { usage: string; help: string; options?: ParseArgsOptionsConfig }

/** Returns the exit code. A verb `before` the academy is open looks at the settings itself. */
export type Verb = Described &
  ({ run(deps: Deps, typed: Typed): Promise<number> } | { before(config: Config, typed: Typed): Promise<number> })

export function say(text: string): number {
  console.log(text)
  return 0
}

export function complain(text: string): number {
  console.error(text)
  return 1
}
