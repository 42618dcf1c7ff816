export { documentFormat } from './document-format.service.ts'
export { renderPreviews } from './previews.service.ts'
