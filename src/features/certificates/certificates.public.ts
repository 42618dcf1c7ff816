export { askForCertificate, certificateFiles } from './certificates.service.ts'
export { certificatesOfMember, eraseCertificates } from './erasing.queries.ts'
export { sendCertificateAgain } from './resending.service.ts'
export { restoreCertificate, revokeCertificate, revokeWithPurchase } from './revocation.service.ts'
