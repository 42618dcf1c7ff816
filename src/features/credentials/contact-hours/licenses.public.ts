export { eraseLicenses, listMemberLicenses, licensesOfMember } from './licenses.queries.ts'
export { formatLicense, normalizeLicenseNumber, formatPrintedLicenses } from './licenses.rules.ts'
