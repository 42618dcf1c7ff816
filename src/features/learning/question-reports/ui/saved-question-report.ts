import { useSavedDraft } from '#web/client/member-storage.ts'

/** A paper that was handed in, with the questions that it asked. */
export type HandedIn = { paper: string; questions: readonly { id: string; question: string }[] }

/** What stands in the form. */
export type Typed = { questionId: string; reason: string; source: string }

const EMPTY: Typed = { questionId: '', reason: '', source: '' }

/** The form as it was typed, kept in this tab until it is sent. */
export function useKeptContest(paper: string) {
  const [typed, keep] = useSavedDraft<Typed>(`contest:${paper}`, () => EMPTY)
  return {
    typed,
    type: (part: Partial<Typed>) => keep({ ...typed, ...part }),
    forget: () => keep(undefined),
  }
}
