import { pluralize } from '#shared/pluralize.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { formatMorePass } from './format-more-pass.ts'
import type { questionBankActions } from './question-bank-actions.ts'
import type { QuestionStatsReply } from './question-figures.tsx'

type RegradePromptProps = { courseId: string; regrade: QuestionStatsReply['to_mark'][number]; onMarked: () => void }

export function RegradePrompt({ courseId, regrade, onMarked }: RegradePromptProps) {
  const { key, question, right, attempts, members, more_pass: more } = regrade
  const action = useAction<typeof questionBankActions>({
    unreachable: 'We couldn’t reach the academy. Try again.',
  })
  const { status } = action
  const mark = async () => {
    if (await action.submit('regrade', courseId, key)) setTimeout(onMarked, 6_000)
  }
  if (status?.kind === 'success') return <Notice kind="success">{status.text}</Notice>
  return (
    <Notice
      kind={status ? 'error' : 'info'}
      action={
        <Button variant="quiet" busy={action.isBusy} onClick={() => void mark()}>
          Regrade
        </Button>
      }
    >
      {status?.text ?? (
        <>
          The correct answer to “{question}” is now “{right}.” It was graded as incorrect in{' '}
          {pluralize(attempts, 'earlier attempt')} by {pluralize(members, 'member')}. If you regrade,{' '}
          {formatMorePass(more)}. No one loses points.
        </>
      )}
    </Notice>
  )
}
