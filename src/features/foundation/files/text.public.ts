// Alone: a thread that reads files need not load all else that is known of them.
export { textOfDocument } from './file-contents.service.ts'
