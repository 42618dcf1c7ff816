export {
  COVER_WIDTHS,
  drawnWidths,
  drawPicture,
  type DrawnPicture,
  FORMATS,
  UNREADABLE,
} from './picture-rendering.service.ts'
export type { Mistake } from './captions.rules.ts'
export { decoded } from './encoding.rules.ts'
export { examineFile, type Unusable } from './file-inspection.service.ts'
export { READ_TYPES } from './file-contents.service.ts'
export { contentsOfStored } from './stored-contents.service.ts'
export { type FileUse, whyUnsuited } from './file-kind.rules.ts'
export { digestOn, digestPieces, prepareFile } from './file-preparation.service.ts'
export { removeUnusedFiles, type UnusedFile, unusedFiles } from './unused-files.service.ts'
export { withIndexInFront } from './recording.service.ts'
export { indexFiles } from './indexing.queues.ts'
export { indexFilesSoon } from './indexing.service.ts'
