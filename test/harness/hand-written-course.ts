import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DEMO_FOLDER } from './demo-academy.ts'

/** A recording and its captions, without their extensions. */
export const LECTURE = path.join(DEMO_FOLDER, 'courses/defense-medical-exam-training/media/01')
export const HANDOUT = path.join(DEMO_FOLDER, 'courses/defense-medical-exam-training/files/dme-terms-glossary.pdf')

/**
 * Writes a course below `root`, as an operator would: two lectures, five questions. `change` breaks a file. Returns the
 * course's folder.
 */
export async function writeCourse(
  root: string,
  change: Record<string, (text: string) => string> = {},
): Promise<string> {
  const course = path.join(root, 'courses/reading-a-record')
  const texts: Record<string, string> = {
    'course.md':
      '---\nname: Reading a Record\nshort: Find the facts.\nprice: 149\nlevel: Foundation\n---\n\nOne invented record.\n',
    'lectures/01-first-page.md':
      '---\nname: 1. The First Page\nvideo: media/01.mp4\ncaptions: media/01.vtt\nsub_lectures:\n  - Who wrote it\n  - When\n' +
      'attachments:\n  - name: Checklist (PDF)\n    file: files/checklist.pdf\n' +
      'practice:\n  - question: Which page is first?\n    options:\n      - Page one\n      - Page two\n    answer: Page one\n    rationale: One comes before two.\n---\n\nWhat the first page tells.\n',
    'lectures/02-last-page.md': '---\nname: 2. The Last Page\nvideo: media/02.mp4\n---\n\nWhat the last page tells.\n',
    'examination.yaml': `title: Final Examination\nquestions:\n${[1, 2, 3, 4, 5]
      .map(
        (n) =>
          `  - question: Question ${n}?\n    options:\n      - No\n      - "${n}"\n    answer: ${n}\n    rationale: Because.\n`,
      )
      .join('')}`,
  }
  for (const folder of ['lectures', 'media', 'files']) await mkdir(path.join(course, folder), { recursive: true })
  for (const [file, text] of Object.entries(texts))
    await writeFile(path.join(course, file), change[file]?.(text) ?? text)
  await cp(`${LECTURE}.mp4`, path.join(course, 'media/01.mp4'))
  await cp(`${LECTURE}.mp4`, path.join(course, 'media/02.mp4'))
  await cp(`${LECTURE}.vtt`, path.join(course, 'media/01.vtt'))
  await cp(HANDOUT, path.join(course, 'files/checklist.pdf'))
  return course
}
