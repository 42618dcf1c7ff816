/** An IPv6 /48, which contains 65,536 clients, gets this many times the limit of one. */
export const CLIENTS_PER_WIDER_NETWORK = 4
