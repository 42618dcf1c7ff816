/** The storage key for a new registration, read by the page that follows. */
export const REGISTERED = 'registered'
