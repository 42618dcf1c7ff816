import { ActionError } from '#web/client/actions.ts'
import { type StepsSubmission, submitSteps } from './submitting-steps.ts'

export const evaluationActions = {
  submitSteps: async (id: string, submission: StepsSubmission) => {
    const missing = findMissing(submission)
    if (Object.keys(missing).length > 0) throw new ActionError('Please complete the marked fields.', missing)
    await submitSteps(id, submission)
    return submission.steps.has_certificate ? 'Thank you. Your evaluation was saved.' : { isRequested: true }
  },
}

/** The field of the rating with this index. */
export const ratingField = (at: number) => `ratings.${at}`

/** The fields that still have to be filled in; none if the course awards no contact hours. */
function findMissing({ steps, typed }: StepsSubmission): Record<string, string> {
  if (steps.contact_hours === null || steps.has_certificate) return {}
  const unrated = typed.ratings.flatMap((rating, at) =>
    rating === null ? [[ratingField(at), 'Choose a rating from 1 to 5.'] as const] : [],
  )
  return {
    ...Object.fromEntries(unrated),
    ...(!typed.isAttested && { isAttested: 'Check this box to continue.' }),
  }
}
