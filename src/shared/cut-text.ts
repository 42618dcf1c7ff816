/** The start of a text, without half of a surrogate pair at its end: JSON in the database and web addresses refuse one. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '')
}

/** A text that is too long is cut and ends with an ellipsis. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength)}…` : text
}
