export { eraseLicenses, licensesOf, licensesOfMember } from './licenses.queries.ts'
export { licenseInWords } from './licenses.rules.ts'
