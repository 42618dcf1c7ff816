import { migrationsToRun } from '#db/migrate.ts'
import { printLine, type CommandInput, type Command } from './command.ts'

const isDryRun = ({ options }: CommandInput) => options['look'] === true

export const migrateCommand: Command = {
  usage: 'migrate [--look]',
  begins: (typed) => !isDryRun(typed),
  isUntouched: isDryRun,
  isReading: true,
  help: `Migrates the database to this version. The academy also does this at every start.
  --look            list pending migrations as JSON, and whether an older version can keep running with them; change nothing`,
  options: { look: { type: 'boolean' } },
  async run({ db }, typed) {
    return printLine(isDryRun(typed) ? JSON.stringify(await migrationsToRun(db)) : 'The database is up to date.')
  },
}
