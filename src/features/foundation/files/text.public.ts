// Alone: a thread that reads files need not load all else that is known of them.
export { extractDocumentText } from './file-contents.service.ts'
