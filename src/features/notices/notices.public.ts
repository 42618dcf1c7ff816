export { leaveAddress } from './leave-link.service.ts'
export { eraseNotices, noticesOfMember } from './notices.queries.ts'
export { staffWhoMay } from './telling.queries.ts'
export { tell, type Told, withdraw } from './telling.service.ts'
