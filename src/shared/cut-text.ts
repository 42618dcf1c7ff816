/**
 * Returns the start of a text, without half of a surrogate pair at its end: JSON in the database can't contain one, nor
 * can URLs.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '')
}

/** Truncates a text that is too long, and adds an ellipsis. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength)}…` : text
}
