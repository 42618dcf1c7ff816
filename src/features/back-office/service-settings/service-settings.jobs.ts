import type { Deps } from '#platform/deps.ts'
import { deleteReplacedSettings } from '#platform/services/stored-services.ts'
import { deliverNotice } from './change-notices.service.ts'
import { cleanUpSettings, notifyServiceChange } from './service-settings.queues.ts'

export function serviceSettingsJobs(deps: Deps): void {
  const { db, jobs, now } = deps
  jobs.handle(notifyServiceChange, (notice) => deliverNotice(deps, notice))
  jobs.repeat(cleanUpSettings, '53 3 * * *', () => deleteReplacedSettings(db, now()))
}
