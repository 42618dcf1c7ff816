export type { MarkdownText } from './rendering.service.ts'
export {
  checkText,
  documentText,
  previewHtml,
  readRendered,
  renderPost,
  renderStored,
  saveRendered,
  typedText,
} from './rendering.service.ts'
