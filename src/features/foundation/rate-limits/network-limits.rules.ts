/** An IPv6 /48, which contains 65,536 client networks, gets this many times the limit of one client. */
export const CLIENTS_PER_WIDER_NETWORK = 4
