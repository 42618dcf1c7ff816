/** An IPv6 network of 65,536 places, `/48`, may try as often as this many of them. */
export const CLIENTS_PER_WIDER_NETWORK = 4
