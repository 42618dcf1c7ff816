export { ALERTS, type Look } from './alerts.rules.ts'
export { recordBackup, recordTrial } from './backups.queries.ts'
export { LOOK_EVERY_MS, tryAlerts, watchOver } from './alerts.service.ts'
export { looksAround, looksIntoDatabase, unconfirmedInWords } from './health-checks.service.ts'
