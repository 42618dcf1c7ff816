/** A file name that every system takes: 'Badge - Course.png'. */
export function badgeFileName(courseName: string): string {
  return `Badge - ${courseName.replaceAll(/[^\p{L}\p{N} .,-]/gu, '')}.png`
}
