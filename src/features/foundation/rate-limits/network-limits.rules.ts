/** An IPv6 /48 contains 65,536 client networks (/64), and gets this many times the limit of one of them. */
export const CLIENTS_PER_WIDER_NETWORK = 4
