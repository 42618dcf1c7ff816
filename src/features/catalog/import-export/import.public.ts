export { exportFolder } from './export.service.ts'
export { importFolder } from './import.service.ts'
export { formatReport } from './import-report.rules.ts'
