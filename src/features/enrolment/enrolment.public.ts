export { enrolMany } from './enrolment.service.ts'
