export { enrollMembers } from './enrollment.service.ts'
