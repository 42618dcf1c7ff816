// Limits of the site settings, which the server enforces and the studio shows.

export const MAX_FEATURED_COURSES = 6
export const MAX_POPULAR_COURSES = 3
/** On the home page, if the owner chose none. */
export const MAX_NEWEST_COURSES = 3
/** Each point has an icon of its own. */
export const MAX_HOME_POINTS = 3
export const MAX_HOME_REASONS = 6

/** In characters. */
export const MAX_MENU_LABEL = 30
export const MAX_ANNOUNCEMENT = 200

export const MAX_REMINDER_DAYS = 90

/** Whether this is a number of days after which a reminder is sent. */
export function isReminderDays(text: string): boolean {
  return /^[1-9]\d?$/.test(text) && Number(text) <= MAX_REMINDER_DAYS
}
