/** Shown on the next page after requesting a certificate. */
export const CERTIFICATE_REQUESTED_MESSAGE = 'Your certificate is yours from now on, and on its way to you by email.'
