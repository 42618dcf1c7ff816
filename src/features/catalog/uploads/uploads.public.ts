export { findRenderedCover, eraseUploads, selectMemberUploads } from './uploads.queries.ts'
