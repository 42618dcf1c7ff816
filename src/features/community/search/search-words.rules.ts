export const MAX_QUERY_LENGTH = 200
export const QUERY_TOO_LONG = `Search for at most ${MAX_QUERY_LENGTH} characters. A few words find more.`
