/** The language of dates and sums until the operator names another. Words are English in any case. */
export const DEFAULT_LANGUAGE = 'en-US'

/** Commands and what the log keeps are read by programs, too: they have one form everywhere. */
export const COMMAND_LANGUAGE = DEFAULT_LANGUAGE

/** Whether dates and sums can be written in it: 'en-GB', 'de-DE', 'fr'. Calendars and numbers of other kinds are not asked for. */
export function isLanguage(tag: string): boolean {
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(tag)) return false
  return Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 1
}
