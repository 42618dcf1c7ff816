export { documentForm } from './document-folder.service.ts'
