/** Under this key the browser saves who has just registered, for the page that says what comes next. */
export const REGISTERED = 'registered'
