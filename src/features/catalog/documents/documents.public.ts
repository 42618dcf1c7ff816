export { documentFolder } from './document-folders.service.ts'
export { documentPlanFormat } from './document-plans.service.ts'
export { renderPreviews } from './previews.service.ts'
