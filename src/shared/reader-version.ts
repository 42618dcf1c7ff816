/**
 * The version of the readers of stored files: raise it whenever one of them reads the same file differently, so that
 * stored files are read again.
 */
export const READER_VERSION = 2
