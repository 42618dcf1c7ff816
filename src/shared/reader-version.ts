/** Of the readers of stored files, to be raised whenever one of them reads the same file differently: what is stored is read again then. */
export const READER_VERSION = 2
