import { parseArgs } from 'node:util'
import { openAcademy } from './academy.ts'
import { recordRefusedCommand } from './cli/record-command.ts'
import { getCommandLineUser } from './cli/command-line-user.ts'
import { printError, missingDatabaseError, printUsageError, printLine, type CommandInput } from './cli/command.ts'
import { loadAllCommands, loadCommand } from './cli/commands.ts'
import { reportFatalError } from './report-fatal-error.ts'
import { describeErrorCodes, isErasedMemberError } from '#db/database-errors.ts'
import { readConfig } from '#platform/config.ts'
import { memberErasedError } from '#shared/app-error.ts'

const HELP_INDENT = `\n${' '.repeat(40)}`

async function help(): Promise<number> {
  const lines = (await loadAllCommands()).map(
    ({ usage, help: text }) =>
      `  ${usage.length < 38 ? usage.padEnd(38) : `${usage}${HELP_INDENT}`}${text.replaceAll('\n', HELP_INDENT)}`,
  )
  return printLine(
    `Usage: npm run academy -- COMMAND\n\n${lines.join('\n')}\n\nEvery command takes --help. Add --overlap while a newer version of the academy also uses this database. You can run commands\nwhile the academy is running.`,
  )
}

async function run(): Promise<number> {
  const typed = process.argv.slice(2)
  const name = typed.find((word) => !word.startsWith('-'))
  if (!name) return help()
  const verb = await loadCommand(name)
  if (!verb) return printUsageError(`Unknown command '${name}'. To list commands: npm run academy -- --help`)
  const { values, positionals } = parseArgs({
    args: typed,
    options: { help: { type: 'boolean', short: 'h' }, overlap: { type: 'boolean' }, ...verb.options },
    allowPositionals: true,
  })
  const { help: isAsked, overlap: isOverlapping = false, ...options } = values
  if (isAsked) return printLine(`Usage: npm run academy -- ${verb.usage}\n\n${verb.help}`)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const given = { args: positionals.slice(1), options: options as CommandInput['options'], by: getCommandLineUser() }
  if ('before' in verb) return verb.before(config, given)
  const missing = missingDatabaseError(config)
  if (missing !== undefined && !verb.begins?.(given)) return printError(missing)
  if (missing !== undefined) printLine(`There is no database in ${config.dataDir} yet. Creating one.`)
  const academy = await openAcademy(config, { isOverlapping, isUntouched: verb.isUntouched?.(given) === true })
  try {
    return await verb.run(academy.deps, given)
  } catch (caught) {
    const error = isErasedMemberError(caught) ? memberErasedError() : caught
    // A dry run stores nothing, not even a log entry that it was refused.
    if (verb.isReading || given.options['dry-run'] === true) throw error
    await recordRefusedCommand(academy.deps, error, { verb: name, by: given.by }).catch((problem: unknown) => {
      printError(
        `This command was rejected, and the rejection could not be recorded in the audit log (${describeErrorCodes(problem)}).`,
      )
    })
    throw error
  } finally {
    await academy.close()
  }
}

process.exitCode = await run().catch((error: unknown) =>
  reportFatalError(error, { environment: process.env, typed: process.argv.slice(2) }),
)
