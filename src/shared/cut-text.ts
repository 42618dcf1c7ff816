/**
 * Returns the start of a text, without half of a surrogate pair at its end, because neither JSON in the database nor
 * URLs can contain one.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '')
}

/** Truncates a text that is too long, and adds an ellipsis. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength)}…` : text
}
