export {
  checkFields,
  checkText,
  renderPreview,
  readRendered,
  RENDERER_VERSION,
  renderForPage,
  renderPost,
  renderStored,
  saveRendered,
} from './markdown.service.ts'
