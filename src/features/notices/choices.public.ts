export { hasLeft } from './notices.queries.ts'
