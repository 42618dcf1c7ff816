export { ALERTS, type HealthCheck } from './alerts.rules.ts'
export { recordBackup, recordRestoreTest } from './backups.queries.ts'
export { CHECK_INTERVAL_MS, sendTestAlerts, runHealthChecks } from './alerts.service.ts'
export { runSystemChecks, runDatabaseChecks, describeUnconfirmedAddress } from './health-checks.service.ts'
