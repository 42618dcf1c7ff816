export const MAX_FILE_BYTES = 200_000
export const MAX_PEOPLE = 500
