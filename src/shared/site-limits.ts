// Limits of the site settings, which the server enforces and the studio shows.

export const MAX_FEATURED_COURSES = 6
export const MAX_POPULAR_COURSES = 3
/** The number of courses on the home page if the owner chose none. */
export const MAX_NEWEST_COURSES = 3
/** There are three icons, one for each point. */
export const MAX_HOME_POINTS = 3
export const MAX_HOME_REASONS = 6

/** These limits are in characters. */
export const MAX_MENU_LABEL = 30
export const MAX_ANNOUNCEMENT = 200

export const MAX_REMINDER_DAYS = 90

/** Whether a text is a valid number of days until a reminder is sent. */
export function isReminderDays(text: string): boolean {
  return /^[1-9]\d?$/.test(text) && Number(text) <= MAX_REMINDER_DAYS
}
