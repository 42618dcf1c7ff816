export { CURSOR_PATTERN, OUTCOMES } from './moderation.rules.ts'
