export const MAX_QUERY_LENGTH = 200
export const QUERY_TOO_LONG = `Please search for at most ${MAX_QUERY_LENGTH} letters: a few words find more.`
