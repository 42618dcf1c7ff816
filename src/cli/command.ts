import type { ParseArgsOptionsConfig } from 'node:util'
import { hasCluster } from '#db/embedded-location.ts'
import type { Config } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Staff } from '#shared/policy.ts'

/** What was typed after the verb: words, and options by their names; and by whom. */
export type CommandInput = {
  args: string[]
  options: Readonly<Record<string, string | string[] | boolean | undefined>>
  by: Staff
}

type CommandInfo = { usage: string; help: string; options?: ParseArgsOptionsConfig }

/**
 * Returns the exit code. A verb that `begins`, as it was typed, may be the first thing an academy ever does. A verb `before` the academy is
 * open looks at the settings itself. One that is `isUntouched`, as it was typed, works on a database as an older version left it. One that is only `isReading` tells the log nothing when it is refused.
 */
export type Command = CommandInfo &
  (
    | {
        begins?(typed: CommandInput): boolean
        isUntouched?(typed: CommandInput): boolean
        isReading?: true
        run(deps: Deps, typed: CommandInput): Promise<number>
      }
    | { before(config: Config, typed: CommandInput): Promise<number> }
  )

/** Why there is nothing to work on: the settings of the academy that was meant are not here, mostly. */
export function missingDatabaseError({ databaseUrl, dataDir }: Config): string | undefined {
  if (databaseUrl !== undefined || hasCluster(dataDir)) return undefined
  return `There is no database in ${dataDir}, and DATABASE_URL is not set. Give this command the settings with which the academy runs
(README.md, Commands on a server). A new academy begins with its start, migrate, import, seed-demo or restore.`
}

export function printLine(text: string): number {
  console.log(sanitizeForTerminal(text))
  return 0
}

/** What was typed is no command of ours, or lacks something. Exit code 2. */
export class UsageError extends AppError {
  constructor(message: string) {
    super('invalid', message)
  }
}

export function printUsageError(text: string): number {
  printError(text)
  return 2
}

export function printError(text: string): number {
  console.error(sanitizeForTerminal(text))
  return 1
}

/** What a name, a browser or a backup says must not move the cursor or the title of the operator's terminal. */
function sanitizeForTerminal(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\r\t]/gu, ' ')
}
