/** An IPv6 /48, with 65,536 clients, may try as often as this many of them. */
export const CLIENTS_PER_WIDER_NETWORK = 4
