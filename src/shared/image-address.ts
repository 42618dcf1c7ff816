/** The public address of a stored picture: the id identifies these bytes permanently. */
export function imageAddress(fileId: string, name: string): string {
  return `/images/${fileId}/${encodeURIComponent(name)}`
}
