import { useSavedDraft } from '#web/client/member-storage.ts'

/** A paper that was handed in, with the questions that it asked. */
export type SubmittedPaper = { paper: string; questions: readonly { id: string; question: string }[] }

/** What stands in the form. */
export type QuestionReportDraft = { questionId: string; reason: string; source: string }

const EMPTY: QuestionReportDraft = { questionId: '', reason: '', source: '' }

/** The form as it was typed, kept in this tab until it is sent. */
export function useSavedQuestionReport(paper: string) {
  const [typed, keep] = useSavedDraft<QuestionReportDraft>(`contest:${paper}`, () => EMPTY)
  return {
    typed,
    type: (part: Partial<QuestionReportDraft>) => keep({ ...typed, ...part }),
    forget: () => keep(undefined),
  }
}
