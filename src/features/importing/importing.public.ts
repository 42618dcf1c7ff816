export { importFolder, type Imported } from './importing.service.ts'
export { type Problem, problemText } from './problem.rules.ts'
