export { backUp } from './backup.service.ts'
export { moveFiles, type Progress } from './moving.service.ts'
export { restore, type Restored } from './restore.service.ts'
