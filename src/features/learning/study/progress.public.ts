export { selectProgress } from './study.queries.ts'
