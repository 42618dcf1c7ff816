export { attemptsOfMember, eraseAnswers } from './erasing.queries.ts'
export { type Result, resultsOfCourse, resultsOfMember } from './results.service.ts'
