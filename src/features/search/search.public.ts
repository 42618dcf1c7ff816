export { readNewFiles, readSoon } from './reading.service.ts'
