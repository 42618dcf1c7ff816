/**
 * A problem in the program's environment, such as a setting, a disk, a network, or a file. `message` says what the
 * problem is and what to do. It is printed without a stack, because it is not a bug.
 */
export class OperatorError extends Error {}
