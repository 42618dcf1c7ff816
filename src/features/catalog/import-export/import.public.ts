export { exportFolder } from './export.service.ts'
export { importFolder } from './import.service.ts'
export { reportInWords } from './import-report.rules.ts'
