/** The single source of time; tests set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
