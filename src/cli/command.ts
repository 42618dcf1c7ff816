import type { ParseArgsOptionsConfig } from 'node:util'
import { hasCluster } from '#db/embedded-location.ts'
import type { Config } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Staff } from '#shared/policy.ts'

/** The arguments after the command's name, the options by name, and the user. */
export type CommandInput = {
  args: string[]
  options: Readonly<Record<string, string | string[] | boolean | undefined>>
  by: Staff
}

type CommandInfo = { usage: string; help: string; options?: ParseArgsOptionsConfig }

/**
 * Returns the exit code. `begins`: may be the first command of a new academy, depending on its arguments. `before`:
 * runs before the academy is opened, and reads the settings itself. `isUntouched`: works on an older version's database
 * without migrating it, depending on its arguments. `isReading`: does not log refusals.
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

/**
 * The error message if there is no database, usually because the academy's settings were not loaded; otherwise
 * undefined.
 */
export function missingDatabaseError({ databaseUrl, dataDir }: Config): string | undefined {
  if (databaseUrl !== undefined || hasCluster(dataDir)) return undefined
  return `There is no database in ${dataDir}, and DATABASE_URL is not set. Run this command with the academy's settings (see
"Commands on a server" in README.md). To create a new academy, run npm start or one of these commands: create-staff --new,
migrate, import, seed-demo, restore.`
}

export function printLine(text: string): number {
  console.log(sanitizeForTerminal(text))
  return 0
}

/** An unknown or incomplete command. Exit code 2. */
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

/**
 * Names, user agents, and backups might contain text that moves the cursor or sets the title of the operator's
 * terminal.
 */
function sanitizeForTerminal(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\r\t]/gu, ' ')
}
