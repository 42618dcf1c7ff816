/** Advisory locks of PostgreSQL, which are plain numbers: kept in one place so that no two of ours are the same. */
export const LOCK = {
  migrating: 4_276_001,
  importing: 4_276_003,
  serving: 4_276_004,
} as const
