import { parseArgs } from 'node:util'
import { openAcademy } from './academy.ts'
import { tellRefusal } from './cli/tell-log.ts'
import { typedBy } from './cli/typed-by.ts'
import { complain, missingDatabase, misused, say, type Typed } from './cli/verb.ts'
import { allVerbs, verbCalled } from './cli/verbs.ts'
import { tellEnd } from './slips.ts'
import { inCodes, isOfErased } from '#db/failures.ts'
import { readConfig } from '#platform/config.ts'
import { wasErased } from '#shared/app-error.ts'

async function help(): Promise<number> {
  const lines = (await allVerbs()).map(
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
  const verb = await verbCalled(name)
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
