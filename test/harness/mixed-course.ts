import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DEMO_FOLDER } from './demo-academy.ts'
import { LECTURE } from './hand-written-course.ts'

export const EPISODE = path.join(DEMO_FOLDER, 'podcasts/eyes-ears-watch-the-observers-three-tools/media/episode')

export const MIXED_COURSE = 'charting-basics'

/** A word that is only in the text of the lecture that is read. */
export const SECRET_WORD = 'marginalia'

/**
 * Writes a small course below `root` whose three lectures are a text, audio, and a video. `change` changes a file, or
 * removes it by returning nothing. Returns the course's folder.
 */
export async function writeMixedCourse(root: string, change: Record<string, (text: string) => string> = {}) {
  const course = path.join(root, 'courses', MIXED_COURSE)
  const texts: Record<string, string> = {
    'course.md':
      '---\nname: Charting Basics\nshort: Read, listen, and watch.\nprice: 49\n---\n\nThree lectures of different kinds.\n',
    'lectures/01-reading-a-chart.md': `---\nname: 1. Reading a Chart\nsample: true\ntext: |\n  ## Where to begin\n\n  Look for **${SECRET_WORD}**, and for who wrote them.\n---\n\nHow to read a chart.\n`,
    'lectures/02-hearing-a-report.md':
      '---\nname: 2. Hearing a Report\naudio: media/02.mp3\ncaptions: media/02.vtt\n---\n\nListen to a report.\n',
    'lectures/03-watching-a-handover.md':
      '---\nname: 3. Watching a Handover\nvideo: media/03.mp4\n---\n\nWatch a handover.\n',
    'examination.yaml':
      'title: Examination\nquestions:\n  - question: What comes first?\n    options:\n      - The date\n      - The end\n    answer: The date\n',
  }
  for (const folder of ['lectures', 'media']) await mkdir(path.join(course, folder), { recursive: true })
  for (const [file, text] of Object.entries(texts)) {
    const changed = change[file] ? change[file](text) : text
    if (changed === '') await rm(path.join(course, file), { force: true })
    else await writeFile(path.join(course, file), changed)
  }
  await cp(`${EPISODE}.mp3`, path.join(course, 'media/02.mp3'))
  await cp(`${EPISODE}.vtt`, path.join(course, 'media/02.vtt'))
  await cp(`${LECTURE}.mp4`, path.join(course, 'media/03.mp4'))
  return course
}
