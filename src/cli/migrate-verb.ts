import { migrationsToRun } from '#db/migrate.ts'
import { say, type Typed, type Verb } from './verb.ts'

const isLook = ({ options }: Typed) => options['look'] === true

export const migrateVerb: Verb = {
  usage: 'migrate [--look]',
  begins: (typed) => !isLook(typed),
  isUntouched: isLook,
  isReading: true,
  help: `Brings the database up to date. The academy does it at every start too.
  --look            changes nothing and tells as JSON which migrations are missing, and whether an older version may work beside them`,
  options: { look: { type: 'boolean' } },
  async run({ db }, typed) {
    return say(isLook(typed) ? JSON.stringify(await migrationsToRun(db)) : 'The database is up to date.')
  },
}
