/**
 * A problem in the program's environment: a setting, a disk, a network, a file. `message` says what the problem is and
 * what to do. It is printed without a stack, since it is not a bug.
 */
export class OperatorError extends Error {}
