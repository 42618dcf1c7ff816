// This is a separate file, so that a thread that only extracts text loads nothing else.
export { extractDocumentText } from './file-contents.service.ts'
