import { OperatorError } from '#shared/operator-error.ts'

/** This version of the academy can't use the database. `message` says why and what to do. */
export class UnusableDatabase extends OperatorError {}
