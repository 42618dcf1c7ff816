import { isGroup, isItems, getValueAt } from '#shared/plan-changes.ts'

/** The numbers of questions whose lecture was removed from the course; they will be published without a lecture. */
export function findQuestionsWithoutLecture(plan: object): number[] {
  const [lectures, questions] = [getValueAt(plan, ['lectures']), getValueAt(plan, ['examination', 'questions'])]
  if (!isItems(lectures) || !isItems(questions)) return []
  const known = new Set(lectures.map(({ id }) => id))
  return questions.flatMap((question, index) => {
    const lecture = isGroup(question) ? question['lecture'] : undefined
    return typeof lecture === 'string' && !known.has(lecture) ? [index + 1] : []
  })
}
