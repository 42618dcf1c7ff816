import { type Path, getValueAt } from '#shared/plan-changes.ts'

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  address: 'Address',
  short: 'In one sentence',
  description: 'Description',
  price: 'Price',
  cover: 'Cover',
  level: 'Level',
  sources: 'Sources',
  outcomes: 'After this course you can',
  audience: 'For whom',
  teacher: 'Who teaches',
  credentials: 'Credentials',
  license: 'License',
  experience: 'Experience',
  portrait: 'Portrait',
  text: 'Story',
  common_questions: 'Asked before buying',
  reply: 'Reply',
  approval: 'Contact hours',
  approver: 'Approver',
  statement: 'Approval statement',
  provider_number: 'Provider number',
  hours: 'Hours',
  valid_from: 'Valid from',
  valid_until: 'Valid until',
  reasoning: 'How the hours were worked out',
  sample: 'Free sample',
  sample_page: 'Sample page',
  preview: 'First page',
  lectures: 'Lectures',
  video: 'Video',
  audio: 'Sound',
  captions: 'Captions',
  poster: 'Poster',
  sub_lectures: 'Parts of the lecture',
  attachments: 'Attachments',
  practice: 'Check yourself',
  law: 'The law in it',
  files: 'Files',
  launch_date: 'Launch day',
  examination: 'Examination',
  questions: 'Questions',
  question: 'Question',
  options: 'Options',
  answer: 'Right option',
  rationale: 'Rationale',
  lecture: 'The lecture that teaches it',
  title: 'Title',
}

/** `['lectures', 'first-look', 'video']` → 'Lecture “First look”: Video'. */
export function describePath(plan: object, at: Path): string {
  const [list, id, ...rest] = at[0] === 'examination' && at[1] === 'questions' ? at.slice(1) : at
  const word = (name: string | undefined) => LABELS[name ?? ''] ?? name ?? ''
  if (list === 'lectures' && id !== undefined) {
    const name = getValueAt(plan, ['lectures', id, 'name'])
    const lecture = `Lecture “${typeof name === 'string' && name !== '' ? name : 'without a name'}”`
    return rest.length === 0 ? lecture : `${lecture}: ${word(rest[0])}`
  }
  if (list === 'questions' && id !== undefined) {
    const questions = getValueAt(plan, ['examination', 'questions'])
    const number = Array.isArray(questions)
      ? questions.findIndex((question) => question instanceof Object && 'id' in question && question['id'] === id) + 1
      : 0
    const question = number > 0 ? `Question ${number}` : 'A question'
    return rest.length === 0 ? question : `${question}: ${word(rest[0])}`
  }
  return at
    .filter((name) => !/^\d+$/.test(name))
    .map(word)
    .join(': ')
}

/** The builder section of a path: 'about', 'examination', or 'lecture-' followed by the lecture's id. */
export function getBuilderSection(at: Path): string {
  if (at[0] === 'lectures' && at[1] !== undefined) return `lecture-${at[1]}`
  return at[0] === 'examination' ? 'examination' : 'about'
}
