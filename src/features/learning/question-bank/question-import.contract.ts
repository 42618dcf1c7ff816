export const MAX_FILE_BYTES = 1024 * 1024

/** A question from a file. `answerIndex` is zero-based. */
export type ImportedQuestion = { question: string; options: string[]; answerIndex: number; rationale: string }

/** Why a question, or the whole file, can't be used. */
export type Mistake = {
  /** The file within a package. */
  file: string | null
  line: number | null
  /** The question's number in the file, from 1; null if no question applies. */
  number: number | null
  /** The beginning of the question. */
  excerpt: string | null
  message: string
}

/** The usable questions of a file, and why the others can't be used. `more`: how many mistakes are not listed. */
export type QuestionFileResult = { questions: ImportedQuestion[]; mistakes: Mistake[]; more: number; refused: number }
