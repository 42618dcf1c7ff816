export { exportFolder } from './exporting.service.ts'
export { importFolder } from './importing.service.ts'
export { reportInWords } from './report.rules.ts'
