import { migrationsToRun } from '#db/migrate.ts'
import { printLine, type CommandInput, type Command } from './command.ts'

const isDryRun = ({ options }: CommandInput) => options['look'] === true

export const migrateCommand: Command = {
  usage: 'migrate [--look]',
  begins: (typed) => !isDryRun(typed),
  isUntouched: isDryRun,
  isReading: true,
  help: `Brings the database up to date. The academy does it at every start too.
  --look            changes nothing and tells as JSON which migrations are missing, and whether an older version may work beside them`,
  options: { look: { type: 'boolean' } },
  async run({ db }, typed) {
    return printLine(isDryRun(typed) ? JSON.stringify(await migrationsToRun(db)) : 'The database is up to date.')
  },
}
