export { restoreCertificate, revokeCertificate, revokeWithPurchase } from './revocation.service.ts'
