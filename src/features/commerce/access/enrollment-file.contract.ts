// What a file of people may be.

export const MOST_FILE_BYTES = 200_000
export const MOST_PEOPLE = 500
