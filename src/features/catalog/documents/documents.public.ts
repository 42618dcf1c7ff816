export { documentFolder } from './document-folder.service.ts'
export { documentPlanning } from './document-plan.service.ts'
export { drawPreviews } from './previews.service.ts'
