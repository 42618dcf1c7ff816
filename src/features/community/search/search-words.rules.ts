export const MAX_QUERY_LENGTH = 200
export const QUERY_TOO_LONG = `Use ${MAX_QUERY_LENGTH} characters or fewer. A few words work best.`
