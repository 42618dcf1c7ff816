import { useEffect, useState } from 'react'
import type { QuestionPlan } from '#features/catalog/courses/question-plans.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import { call } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { readKeyEffect } from '../question-bank.contract.ts'
import { formatMorePass } from './format-more-pass.ts'
import type { QuestionStatsReply, Version } from './question-figures.tsx'

type KeyEffectProps = { courseId: string; question: QuestionPlan; today: Version | undefined }

/** The effect of changing the correct option from the published one. */
export function KeyEffect({ courseId, question: { id, question, options, answer }, today }: KeyEffectProps) {
  const right = options.find((option) => option.id === answer)?.text.trim()
  const isCorrected =
    today !== undefined &&
    right !== undefined &&
    question.trim() === today.question &&
    today.options.includes(right) &&
    today.options[today.answer] !== right
  const [effect, setEffect] = useState<{ of: string; found: QuestionStatsReply['to_mark'][number] | null }>()
  useEffect(() => {
    if (!isCorrected) return undefined
    const leaving = new AbortController()
    call<typeof readKeyEffect>('POST /Academy/api/studio/products/:id/questions/:key/effect/', {
      params: { id: courseId, key: id },
      body: { right },
      signal: leaving.signal,
    }).then(
      (reply) => setEffect({ of: right, found: reply.effect }),
      (error: unknown) => {
        if (!leaving.signal.aborted) console.error(error)
      },
    )
    return () => leaving.abort()
  }, [isCorrected, courseId, id, right])
  if (!isCorrected) return null
  const { found } = effect?.of === right ? effect : { found: null }
  return (
    <Notice>
      The published correct answer is “{today.options[today.answer]}.”{' '}
      {found
        ? `${pluralize(found.members, 'member')} chose your new answer. After you publish, you can regrade their attempts, and ${formatMorePass(found.more_pass)}. No one loses points.`
        : 'No one has chosen your new answer.'}
    </Notice>
  )
}
