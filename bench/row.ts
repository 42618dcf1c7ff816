/** One line of the final table: a measurement against its maximum or minimum. */
export type Row = { what: string; ours: number; limit: number; unit: string; isMinimum?: boolean }
