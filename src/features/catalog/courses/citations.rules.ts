import type { CourseDetail } from './courses.contract.ts'

type Citation = CourseDetail['citations'][number]

const SEPARATOR = '|'

/**
 * Parses 'Title | Publisher | https://…', in which the title and the publisher are optional. Returns undefined if there
 * is no URL.
 */
export function parseCitation(line: string): Citation | undefined {
  const parts = line.split(SEPARATOR).map((part) => part.trim())
  const url = parts.pop() ?? ''
  if (parts.length > 2 || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return undefined
  const [title = '', publisher = ''] = parts
  return { title: title || stripProtocol(url), publisher, url }
}

function stripProtocol(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
