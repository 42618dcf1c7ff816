export {
  checkFields,
  checkText,
  renderPreview,
  readRendered,
  RENDERER_VERSION,
  renderForPage,
  renderPost,
  renderTogether,
  renderStored,
  saveRendered,
} from './markdown.service.ts'
