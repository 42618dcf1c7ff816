/** The message on the next page after a certificate was requested. */
export const CERTIFICATE_REQUESTED_MESSAGE = 'Your certificate has been issued, and we’re emailing it to you.'
