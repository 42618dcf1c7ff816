/**
 * Something around the program is not as it should be: a setting, a disk, a network, a file. `message` says what it is and what to
 * do, and is all that is shown: there is no fault of the program to be found in a stack.
 */
export class OperatorError extends Error {}
