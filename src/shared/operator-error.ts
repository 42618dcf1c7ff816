/**
 * A problem in the program's environment: a setting, a disk, a network, a file. `message` says what it is and what to
 * do, and is printed without a stack, since the program itself has no bug.
 */
export class OperatorError extends Error {}
