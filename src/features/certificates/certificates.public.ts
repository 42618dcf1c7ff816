export { askForCertificate } from './certificates.service.ts'
export { restoreCertificate, revokeCertificate, revokeWithPurchase } from './revocation.service.ts'
