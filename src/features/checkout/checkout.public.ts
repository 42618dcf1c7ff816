export { sweepPending } from './settlement.service.ts'
