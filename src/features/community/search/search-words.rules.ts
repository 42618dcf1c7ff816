/** Of what somebody looks for, in letters. */
export const LONGEST = 200
export const TOO_LONG = `Please search for at most ${LONGEST} letters: a few words find more.`
