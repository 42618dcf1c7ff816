export { attemptsOfMember, eraseAnswers } from './erasing.queries.ts'
