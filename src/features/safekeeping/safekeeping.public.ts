export { moveFiles, type Progress } from './moving.service.ts'
