/** The public URL of a stored picture, whose ID always refers to the same bytes. */
export function imageAddress(fileId: string, name: string): string {
  return `/images/${fileId}/${encodeURIComponent(name)}`
}
