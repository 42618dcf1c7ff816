export {
  COVER_WIDTHS,
  drawnWidths,
  drawPicture,
  type DrawnPicture,
  FORMATS,
  UNREADABLE,
} from './drawn-pictures.service.ts'
export type { Mistake } from './captions.rules.ts'
export { decoded } from './encoding.rules.ts'
export { examineFile, type Unusable } from './examining.service.ts'
export { READ_TYPES } from './contents.service.ts'
export { contentsOfStored } from './stored-contents.service.ts'
export { type FileUse, whyUnsuited } from './file-kind.rules.ts'
export { digestOn, digestPieces, prepareFile } from './preparing.service.ts'
export { removeUnusedFiles, type UnusedFile, unusedFiles } from './unused-files.service.ts'
export { withIndexInFront } from './recording.service.ts'
