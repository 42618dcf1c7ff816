export { readNewFiles } from './reading.service.ts'
