export { drawnCoverOf, eraseUploads, uploadsOfMember } from './uploads.queries.ts'
