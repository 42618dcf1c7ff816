// Alone: a thread that reads files need not load all else that is known of them.
export { textOfDocument } from './contents.service.ts'
