import path from 'node:path'
import { parseArgs } from 'node:util'
import { openAcademy } from './academy.ts'
import { accountsVerbs } from './cli/accounts-verbs.ts'
import { backupVerbs } from './cli/backup-verbs.ts'
import { booksVerbs } from './cli/books-verbs.ts'
import { certificateVerbs } from './cli/certificate-verbs.ts'
import { doctor } from './cli/doctor.ts'
import { filesVerbs } from './cli/files-verbs.ts'
import { logVerb } from './cli/log-verb.ts'
import { attemptsVerb } from './cli/attempts-verb.ts'
import { mailsVerb } from './cli/mails-verb.ts'
import { membersVerb } from './cli/members-verb.ts'
import { migrateVerb } from './cli/migrate-verb.ts'
import { ordersVerb } from './cli/orders-verb.ts'
import { privacyVerbs } from './cli/privacy-verbs.ts'
import { resendVerb } from './cli/resend-verb.ts'
import { jobsVerb } from './cli/jobs-verb.ts'
import { productsVerbs } from './cli/products-verbs.ts'
import { retryJobsVerb } from './cli/retry-jobs-verb.ts'
import { tryAlertsVerb } from './cli/try-alerts-verb.ts'
import { salesVerbs } from './cli/sales-verbs.ts'
import { unusedFilesVerb } from './cli/unused-files-verb.ts'
import { tellDeed, tellRefusal } from './cli/tell-log.ts'
import { typedBy } from './cli/typed-by.ts'
import { complain, missingDatabase, misused, say, type Typed, type Verb } from './cli/verb.ts'
import { tellEnd } from './slips.ts'
import { inCodes, isOfErased } from '#db/failures.ts'
import { seedDemo } from '#features/demo/demo.public.ts'
import { problemText } from '#features/folders/folders.public.ts'
import { exportFolder, importFolder, reportInWords } from '#features/importing/importing.public.ts'
import { readConfig } from '#platform/config.ts'
import { AppError, wasErased } from '#shared/app-error.ts'
import { inSeries } from '#shared/in-series.ts'
import { countInWords, KIND_NAMES, pluralOf } from '#shared/kinds.ts'

const verbs: Record<string, Verb> = {
  migrate: migrateVerb,
  'seed-demo': {
    usage: 'seed-demo',
    begins: () => true,
    help: 'Loads the demo academy and its three accounts. Not in production.',
    run: async (deps) => say(await seedDemo(deps)),
  },
  ...accountsVerbs,
  import: {
    usage: 'import FOLDER [--dry-run] [--over-studio]',
    begins: ({ options }) => options['dry-run'] !== true,
    help: `Loads ${inSeries([...KIND_NAMES.map(pluralOf), 'site settings'], 'and')} from a folder of plain files (docs/your-academy.md tells its form).\nStores nothing when anything is wrong; importing again updates. Tells what is new, changed, unchanged and missing from the folder.
  --dry-run         tells the same beforehand and stores nothing
  --over-studio     takes back what the studio has made of products and of the site since the last import, and what was put on sale or taken off,
                    where the folder says otherwise`,
    options: { 'dry-run': { type: 'boolean' }, 'over-studio': { type: 'boolean' } },
    async run(deps, { args: [folder], options, by }) {
      if (!folder) return misused('import needs a folder: import FOLDER')
      const isDryRun = options['dry-run'] === true
      const result = await importFolder(deps, folder, by, { isDryRun, isOverStudio: options['over-studio'] === true })
      if ('problems' in result) {
        for (const problem of result.problems) console.error(problemText(problem))
        throw new AppError(
          'invalid',
          `Nothing was stored: ${result.problems.length} ${result.problems.length === 1 ? 'thing is' : 'things are'} wrong.`,
        )
      }
      return say(reportInWords(result.report, isDryRun))
    },
  },
  export: {
    usage: 'export FOLDER',
    help: `Writes all ${inSeries(KIND_NAMES.map(pluralOf), 'and')} and the settings of the site into an empty folder, in the form that import takes.`,
    async run(deps, { args: [folder], by }) {
      if (!folder) return misused('export needs a folder: export FOLDER')
      const exported = await exportFolder(deps, folder)
      await tellDeed(deps, { kind: 'academy.exported', by, subject: { id: path.basename(folder) }, after: exported })
      return say(`Exported ${countInWords(exported)} into ${folder}.`)
    },
  },
  ...productsVerbs,
  ...salesVerbs,
  ...booksVerbs,
  ...certificateVerbs,
  ...privacyVerbs,
  ...backupVerbs,
  ...filesVerbs,
  'unused-files': unusedFilesVerb,
  members: membersVerb,
  orders: ordersVerb,
  attempts: attemptsVerb,
  mails: mailsVerb,
  resend: resendVerb,
  jobs: jobsVerb,
  'retry-jobs': retryJobsVerb,
  'try-alerts': tryAlertsVerb,
  log: logVerb,
  doctor: {
    usage: 'doctor',
    help: 'Checks keys, webhook secret, mode, clock, database, failed jobs, tax settings, mail, disk and address, and says what to fix.',
    before: doctor,
  },
}

function help(): number {
  const lines = Object.values(verbs).map(
    ({ usage, help: text }) => `  ${usage.padEnd(38)}${text.replaceAll('\n', `\n${' '.repeat(40)}`)}`,
  )
  return say(
    `Usage: npm run academy -- <verb>\n\n${lines.join('\n')}\n\nEach verb takes --help, and --overlap where a newer version of the academy serves beside this one. It works beside the running academy on\nthe same data folder.`,
  )
}

async function run(): Promise<number> {
  const typed = process.argv.slice(2)
  const name = typed.find((word) => !word.startsWith('-'))
  if (!name) return help()
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) return misused(`There is no verb '${name}'. Try: npm run academy -- --help`)
  const { values, positionals } = parseArgs({
    args: typed,
    options: { help: { type: 'boolean', short: 'h' }, overlap: { type: 'boolean' }, ...verb.options },
    allowPositionals: true,
  })
  const { help: isAsked, overlap: isOverlapping = false, ...options } = values
  if (isAsked) return say(`Usage: npm run academy -- ${verb.usage}\n\n${verb.help}`)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const given = { args: positionals.slice(1), options: options as Typed['options'], by: typedBy() }
  if ('before' in verb) return verb.before(config, given)
  const missing = missingDatabase(config)
  if (missing !== undefined && !verb.begins?.(given)) return complain(missing)
  if (missing !== undefined) say(`There was no database in ${config.dataDir}: a new one is made.`)
  const academy = await openAcademy(config, { isOverlapping, isUntouched: verb.isUntouched?.(given) === true })
  try {
    return await verb.run(academy.deps, given)
  } catch (caught) {
    const error = isOfErased(caught) ? wasErased() : caught
    // A dry run stores nothing, and that it was refused neither.
    if (verb.isReading || given.options['dry-run'] === true) throw error
    await tellRefusal(academy.deps, error, { verb: name, by: given.by }).catch((problem: unknown) => {
      complain(`The log could not be told of this (${inCodes(problem)}).`)
    })
    throw error
  } finally {
    await academy.close()
  }
}

process.exitCode = await run().catch((error: unknown) =>
  tellEnd(error, { environment: process.env, typed: process.argv.slice(2) }),
)
