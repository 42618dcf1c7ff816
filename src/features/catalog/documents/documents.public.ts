export { documentFolder } from './document-folder.service.ts'
export { documentPlanFormat } from './document-plan.service.ts'
export { renderPreviews } from './previews.service.ts'
