export { credentialsOfMember } from './credentials.queries.ts'
export { signCredential } from './credentials.queues.ts'
export { isKeyUnreadable, rotateKey, checkSigning, logSigningWarnings } from './issuer.service.ts'
export { getCredential, getCredentialText } from './signing.service.ts'
