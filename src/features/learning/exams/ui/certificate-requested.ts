/** Told on the page that follows, once a certificate was requested. */
export const CERTIFICATE_REQUESTED_MESSAGE = 'Your certificate is yours from now on, and on its way to you by email.'
