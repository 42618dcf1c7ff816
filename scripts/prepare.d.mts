/** Builds the pages when their sources differ from those of the last build. */
export function ensureBuilt(): Promise<void>
