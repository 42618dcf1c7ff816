export const MAX_FILE_BYTES = 1024 * 1024

/** A question from a file. `answerIndex` is zero-based. */
export type ImportedQuestion = { question: string; options: string[]; answerIndex: number; rationale: string }

/** An error in a file. `file` is a file within a package; `line` is null when no line applies. */
export type Mistake = { file: string | null; line: number | null; message: string }

export type QuestionFileResult = { questions: ImportedQuestion[] } | { mistakes: Mistake[]; more: number }
