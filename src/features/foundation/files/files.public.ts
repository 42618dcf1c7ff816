export {
  COVER_WIDTHS,
  drawWidths,
  drawPicture,
  type DrawnPicture,
  PICTURE_FORMATS,
  UNREADABLE_PICTURE,
} from './picture-rendering.service.ts'
export type { Mistake } from './captions.rules.ts'
export { decodeText } from './encoding.rules.ts'
export { examineFile, type InvalidFile } from './file-inspection.service.ts'
export { READABLE_TYPES } from './file-contents.service.ts'
export { readStoredContents } from './stored-contents.service.ts'
export { type FileUse, fileUseError } from './file-kinds.rules.ts'
export { continueDigest, digestChunks, prepareFile } from './file-preparation.service.ts'
export { removeUnusedFiles, type UnusedFile, findUnusedFiles } from './unused-files.service.ts'
export { readRewritten } from './rewriting.service.ts'
export { indexFiles } from './indexing.queues.ts'
export { queueFileIndexing } from './indexing.service.ts'
