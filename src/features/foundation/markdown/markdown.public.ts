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
} from './markdown-rendering.service.ts'
