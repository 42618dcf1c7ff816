import { formatAge, pluralize } from '#shared/pluralize.ts'
import { formatTable } from './table.ts'
import { printLine, type Command } from './command.ts'

export const jobsCommand: Command = {
  usage: 'jobs',
  isReading: true,
  help: `Lists pending jobs by kind: how many are waiting, how old the oldest unfinished one is, and how many failed permanently.
  --json            print as JSON`,
  options: { json: { type: 'boolean' } },
  async run({ jobs }, { options: { json } }) {
    await jobs.start({ work: false })
    const [backlog, failed] = [await jobs.backlog(), await jobs.failed()]
    const names = [...new Set([...backlog, ...failed].map(({ name }) => name))].toSorted()
    const all = names.map((name) => {
      const { waiting = 0, oldestSeconds = 0 } = backlog.find((each) => each.name === name) ?? {}
      return { name, waiting, oldestSeconds, givenUp: failed.find((each) => each.name === name)?.count ?? 0 }
    })
    const kinds = all.filter(({ waiting, oldestSeconds, givenUp }) => waiting > 0 || oldestSeconds > 0 || givenUp > 0)
    if (json) return printLine(JSON.stringify(kinds, null, 1))
    if (kinds.length === 0) return printLine('No pending or failed jobs.')
    const table = formatTable(
      [
        { title: 'Kind' },
        { title: 'Waiting', isNumber: true },
        { title: 'Oldest', isNumber: true },
        { title: 'Failed', isNumber: true },
      ],
      kinds.map(({ name, waiting, oldestSeconds, givenUp }) => [
        name,
        String(waiting),
        oldestSeconds === 0 ? '' : formatAge(oldestSeconds),
        String(givenUp),
      ]),
    )
    const given = kinds.reduce((sum, { givenUp }) => sum + givenUp, 0)
    const end =
      given === 0
        ? 'No failed jobs.'
        : `${pluralize(given, 'job')} failed: the process log says why. To run them again: npm run academy -- retry-jobs`
    return printLine(`${table}\n\n${end}`)
  },
}
