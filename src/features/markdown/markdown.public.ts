export {
  checkFields,
  checkText,
  previewHtml,
  readRendered,
  RENDERER,
  renderForPage,
  renderPost,
  renderStored,
  saveRendered,
} from './rendering.service.ts'
