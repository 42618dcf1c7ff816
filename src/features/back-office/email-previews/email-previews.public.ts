export { previewEmail, requestSampleEmail } from './email-previews.service.ts'
