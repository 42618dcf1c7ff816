/** Shown on the next page after requesting a certificate. */
export const CERTIFICATE_REQUESTED_MESSAGE = 'Your certificate has been issued, and we’re emailing it to you.'
