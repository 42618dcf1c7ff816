/**
 * The version of the code that reads stored files. Increase it whenever that code reads the same file differently, so
 * that stored files are read again.
 */
export const READER_VERSION = 2
