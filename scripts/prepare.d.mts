/** The files and folders that make up a version of the program, without tests. */
export const SOURCES: string[]
export const SOURCE_FOLDERS: string[]

/** Builds the pages if their sources differ from those of the last build. */
export function ensureBuilt(): Promise<void>
