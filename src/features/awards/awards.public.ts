export { exportAwards } from './export.service.ts'
export { sealAwards } from './awards.service.ts'
