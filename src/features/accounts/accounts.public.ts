export { findMember } from './accounts.queries.ts'
export { createMember, createStaff } from './registration.service.ts'
export { identify, startSession } from './session.service.ts'
