// A separate file, so that a thread that reads files loads nothing else.
export { extractDocumentText } from './file-contents.service.ts'
