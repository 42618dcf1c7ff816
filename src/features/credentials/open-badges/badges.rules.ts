import { toDistinctFileName } from '#shared/file-name.ts'

/** A file name that every system takes: 'Badge - Course.png'. */
export function badgeFileName({ id, courseName }: { id: string; courseName: string }): string {
  return `Badge - ${toDistinctFileName(courseName, id.slice(0, 8))}.png`
}
