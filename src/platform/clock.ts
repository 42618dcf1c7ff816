/** The only source of the current time. Tests set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
