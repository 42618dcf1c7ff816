/** The storage key of a new registration. The page that follows reads it. */
export const REGISTERED = 'registered'
