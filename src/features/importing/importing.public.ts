export { exportFolder } from './exporting.service.ts'
export { importFolder } from './importing.service.ts'
export { problemText } from './problem.rules.ts'
