export { lawOfLecture, lawsOfCourse, saveLaw } from './law.queries.ts'
export { type Law, lawOf, lawToRead, planOfLaw, writtenLaw } from './law.rules.ts'
