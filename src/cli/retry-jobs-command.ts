import { pluralize } from '#shared/pluralize.ts'
import { recordCommand } from './record-command.ts'
import { printLine, type Command } from './command.ts'

export const retryJobsCommand = {
  usage: 'retry-jobs',
  help: 'Does again what failed for days, or was refused for good, and was given up: mails, certificates, receipts. doctor tells whether there is any.',
  async run(deps, { by }) {
    await deps.jobs.start({ work: false })
    const jobs = await deps.jobs.retryFailed()
    await recordCommand(deps, { kind: 'academy.retried_jobs', by, after: { jobs } })
    return printLine(`${pluralize(jobs, 'job')} will be tried again within a minute.`)
  },
} satisfies Command
