// What comes of reading a file of questions.

export const MAX_FILE_BYTES = 1024 * 1024

/** A question as its file has it. `answerIndex` counts the options from 0. */
export type ImportedQuestion = { question: string; options: string[]; answerIndex: number; rationale: string }

/** Something wrong in a file. `file` names one within a package; `line` is null where no line is meant. */
export type Mistake = { file: string | null; line: number | null; message: string }

/** All questions of a file, or all that is wrong with it, of which at most 200 are told. */
export type QuestionFileResult = { questions: ImportedQuestion[] } | { mistakes: Mistake[]; more: number }
