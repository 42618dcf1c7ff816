export { exportFolder } from './export.service.ts'
export { importFolder } from './import.service.ts'
export { formatReport } from './import-reports.rules.ts'
