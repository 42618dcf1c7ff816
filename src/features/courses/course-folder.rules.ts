import { z } from 'zod'
import { group, handouts, line, list, productKeys } from '#features/folders/folders.contract.ts'
import { itemId } from './examination.contract.ts'

export { checkExamination, ExaminationFile, unknownLectures } from './examination.contract.ts'

export const CourseFile = group({
  ...productKeys,
  level: line.default(''),
  sources: list(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })).default([]),
})

export const LectureFile = group({
  id: itemId.optional(),
  name: line,
  video: line,
  captions: line.optional(),
  poster: line.optional(),
  sub_lectures: list(line).default([]),
  attachments: handouts.default([]),
})
