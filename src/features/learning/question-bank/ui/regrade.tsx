import { useState } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import { ApiError, call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { regradeQuestion } from '../question-bank.contract.ts'
import { formatMorePass } from './format-more-pass.ts'
import type { QuestionStatsReply } from './question-figures.tsx'

type RegradePromptProps = { courseId: string; regrade: QuestionStatsReply['to_mark'][number]; onMarked: () => void }

export function RegradePrompt({ courseId, regrade, onMarked }: RegradePromptProps) {
  const { key, question, right, attempts, members, more_pass: more } = regrade
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; text: string }>()
  const mark = async () => {
    setBusy(true)
    try {
      const { message } = await call<typeof regradeQuestion>(
        'POST /Academy/api/studio/products/:id/questions/:key/mark-again/',
        {
          params: { id: courseId, key },
          body: {},
          limitMs: 60_000,
        },
      )
      setOutcome({ kind: 'success', text: message })
      setTimeout(onMarked, 6_000)
    } catch (error) {
      console.error(error)
      setOutcome({
        kind: 'error',
        text: error instanceof ApiError ? error.message : 'No answer came. Please try again.',
      })
    } finally {
      setBusy(false)
    }
  }
  if (outcome?.kind === 'success') return <Notice kind="success">{outcome.text}</Notice>
  return (
    <Notice
      kind={outcome ? 'error' : 'info'}
      action={
        <Button variant="quiet" busy={isBusy} onClick={() => void mark()}>
          Mark them again
        </Button>
      }
    >
      {outcome?.text ?? (
        <>
          The right option of “{question}” was corrected to “{right}”. {pluralize(attempts, 'earlier attempt')} of{' '}
          {pluralize(members, 'member')} had chosen it in vain. Marked again, {formatMorePass(more)}. Nothing is taken
          from anybody.
        </>
      )}
    </Notice>
  )
}
