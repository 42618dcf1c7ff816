export { lectureLaw, listCourseLaws, saveLaw } from './law.queries.ts'
export { type Law, toLaw, toLawView, toLawPlan } from './law.rules.ts'
