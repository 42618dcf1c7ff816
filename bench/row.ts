/** One line of the table at the end: what was measured, against the most it may be, or the least. */
export type Row = { what: string; ours: number; limit: number; unit: string; atLeast?: boolean }
