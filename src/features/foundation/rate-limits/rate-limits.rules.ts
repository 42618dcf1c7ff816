/** An IPv6 network of 65,536 places, `/48`, may try as often as this many of them. */
export const PLACES_OF_WIDER_NETWORK = 4
