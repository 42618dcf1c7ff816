export { courseForm } from './course-folder.service.ts'
