export { eraseLicenses, licensesOf, licensesOfMember } from './licenses.queries.ts'
export { licenseInWords, plainNumber, printedLicenses } from './licenses.rules.ts'
