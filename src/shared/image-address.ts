/** Returns the public URL of a stored picture. Its ID always refers to the same bytes. */
export function imageAddress(fileId: string, name: string): string {
  return `/images/${fileId}/${encodeURIComponent(name)}`
}
