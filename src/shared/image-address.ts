/** The public address of a stored picture: the id stands for these bytes for ever. */
export function imageAddress(fileId: string, name: string): string {
  return `/images/${fileId}/${encodeURIComponent(name)}`
}
