export { exportAwards } from './awards-export.service.ts'
export { sealAwards } from './awards.service.ts'
