/** Storage key for the new registration, read by the page that follows. */
export const REGISTERED = 'registered'
