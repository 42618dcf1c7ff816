import { counted } from '#shared/counted.ts'
import { tellDeed } from './tell-log.ts'
import { say, type Verb } from './verb.ts'

export const retryJobsVerb = {
  usage: 'retry-jobs',
  help: 'Does again what failed for days, or was refused for good, and was given up: mails, certificates, receipts. doctor tells whether there is any.',
  async run(deps, { by }) {
    await deps.jobs.start({ work: false })
    const jobs = await deps.jobs.retryFailed()
    await tellDeed(deps, { kind: 'academy.retried_jobs', by, after: { jobs } })
    return say(`${counted(jobs, 'job')} will be tried again within a minute.`)
  },
} satisfies Verb
