export { eraseLicenses, licensesOf, licensesOfMember } from './licenses.queries.ts'
export { printedLicenses } from './licenses.rules.ts'
