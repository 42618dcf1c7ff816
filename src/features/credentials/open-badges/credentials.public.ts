export { credentialsOfMember } from './credentials.queries.ts'
export { signCredential } from './credentials.queues.ts'
export { isKeyClosed, rotateKey, signingLook, warnOfSigning } from './issuer.service.ts'
export { credentialOf, credentialText } from './signing.service.ts'
