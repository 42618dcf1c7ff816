export { enrolMany } from './enrollment.service.ts'
