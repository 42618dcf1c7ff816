/** What a version of the program is made of: these files and folders, with all but tests. */
export const SOURCES: string[]
export const SOURCE_FOLDERS: string[]

/** Builds the pages when their sources differ from those of the last build. */
export function ensureBuilt(): Promise<void>
