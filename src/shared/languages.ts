/** The default language for dates and amounts. All other text is English. */
export const DEFAULT_LANGUAGE = 'en-US'

/**
 * The language of dates and amounts in command output and in the log. It is fixed, because programs read these, too.
 */
export const COMMAND_LANGUAGE = DEFAULT_LANGUAGE

/**
 * Whether dates and amounts can be formatted in this language ('en-GB', 'de-DE', 'fr'). Other calendars and numbering
 * systems are not supported.
 */
export function isLanguage(tag: string): boolean {
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(tag)) return false
  return Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 1
}
