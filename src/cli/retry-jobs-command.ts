import { pluralize } from '#shared/pluralize.ts'
import { recordCommand } from './record-command.ts'
import { printLine, type Command } from './command.ts'

export const retryJobsCommand = {
  usage: 'retry-jobs',
  help: 'Runs failed jobs again: emails, certificates, and receipts that failed for days or were rejected. doctor shows whether there are any.',
  async run(deps, { by }) {
    await deps.jobs.start({ work: false })
    const jobs = await deps.jobs.retryFailed()
    await recordCommand(deps, { kind: 'academy.retried_jobs', by, after: { jobs } })
    return printLine(`${pluralize(jobs, 'job')} will be retried within a minute.`)
  },
} satisfies Command
