export { askForCertificate, certificateFiles } from './certificates.service.ts'
export { certificatesOfMember, eraseCertificates } from './erasing.queries.ts'
export { restoreCertificate, revokeCertificate, revokeWithPurchase } from './revocation.service.ts'
