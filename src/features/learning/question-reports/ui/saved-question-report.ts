import { useSavedDraft } from '#web/client/member-storage.ts'

export type SubmittedPaper = { paper: string; questions: readonly { id: string; question: string }[] }

export type QuestionReportDraft = { questionId: string; reason: string; source: string }

const EMPTY: QuestionReportDraft = { questionId: '', reason: '', source: '' }

/** The form's draft, saved in this tab until it is submitted. */
export function useSavedQuestionReport(paper: string) {
  const [typed, keep] = useSavedDraft<QuestionReportDraft>(`contest:${paper}`, () => EMPTY)
  return {
    typed,
    type: (part: Partial<QuestionReportDraft>) => keep({ ...typed, ...part }),
    forget: () => keep(undefined),
  }
}
