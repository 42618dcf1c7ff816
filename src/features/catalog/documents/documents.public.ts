export { documentFormat } from './document-format.service.ts'
export { renderPreviews } from './previews.service.ts'
export { previewDocument } from './document-previews.service.ts'
