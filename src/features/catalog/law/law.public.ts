export { lectureLaw, listCourseLaws, saveLaw } from './law.queries.ts'
export { type Law, toLaw, toLawView, toLawPlan, toLawFile } from './law.rules.ts'
