import { type Path, getValueAt } from '#shared/plan-changes.ts'
import type { OpenProduct } from '../../builder.contract.ts'

/** Labels of the fields that every product has. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  address: 'Address',
  short: 'Short description',
  description: 'Description',
  price: 'Price',
  cover: 'Cover',
}

type Labeled = { key: string; label: string; fields?: readonly Labeled[] | undefined }

/** `['lectures', 'first-look', 'video']` → 'Lecture “First look”: Video'. */
export function describePath({ plan, fields }: Pick<OpenProduct, 'plan' | 'fields'>, at: Path): string {
  const [list, id, ...rest] = at[0] === 'examination' && at[1] === 'questions' ? at.slice(1) : at
  if (list === 'lectures' && id !== undefined) {
    const name = getValueAt(plan, ['lectures', id, 'name'])
    const lecture = `Lecture “${typeof name === 'string' && name !== '' ? name : 'Untitled'}”`
    return [lecture, ...listLabels(fields, ['lectures', ...rest.slice(0, 1)]).slice(1)].join(': ')
  }
  if (list === 'questions' && id !== undefined) {
    const questions = ['examination', 'questions']
    const number = getNumber(getValueAt(plan, questions), id)
    const question = number > 0 ? `Question ${number}` : 'A question'
    const option = rest[0] === 'options' ? getNumber(getValueAt(plan, [...questions, id, 'options']), rest[1]) : 0
    if (option > 0) return `${question}: Option ${option}`
    return [question, ...listLabels(fields, ['examination', 'questions', ...rest.slice(0, 1)]).slice(2)].join(': ')
  }
  return listLabels(fields, at).join(': ')
}

/** The position of an item, beginning with 1; 0 if there is no such item. */
function getNumber(items: unknown, id: string | undefined): number {
  if (!Array.isArray(items)) return 0
  return items.findIndex((item) => item instanceof Object && 'id' in item && item['id'] === id) + 1
}

function listLabels(fields: readonly Labeled[], at: Path): string[] {
  let inner = fields
  return at
    .filter((name) => !/^\d+$/.test(name))
    .map((name) => {
      const field = inner.find(({ key }) => key === name)
      inner = field?.fields ?? []
      return field?.label ?? LABELS[name] ?? name
    })
}

/** The fields of a course that belong to its exam. */
export const EXAM_FIELDS: ReadonlySet<string> = new Set(['exam', 'completion_certificate'])

/**
 * The builder section for a path: 'about', 'examination', 'lecture-' followed by the lecture's ID, or 'lectures' for the
 * whole list.
 */
export function getBuilderSection(at: Path): string {
  if (at[0] === 'lectures') return at[1] === undefined ? 'lectures' : `lecture-${at[1]}`
  return at[0] === 'examination' || EXAM_FIELDS.has(at[0] ?? '') ? 'examination' : 'about'
}
