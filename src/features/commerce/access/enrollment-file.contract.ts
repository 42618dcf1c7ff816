export const MAX_FILE_BYTES = 1_000_000
export const MAX_PEOPLE = 500
export const MAX_COLUMNS = 200

export const PERSON_FIELDS = ['email', 'first_name', 'last_name', 'full_name', 'credentials'] as const
export type PersonField = (typeof PERSON_FIELDS)[number]
