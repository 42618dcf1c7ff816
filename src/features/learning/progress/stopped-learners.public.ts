export { selectStopped } from './engagement.queries.ts'
