export { leaveAddress } from './leave-link.service.ts'
export { choicesOfMember, eraseChoices } from './notices.queries.ts'
