/** How far a learner is in a course. Each learner has exactly one of these, the last one that applies. */
export const PROGRESS_STATES = ['not_started', 'in_progress', 'finished', 'passed', 'certificate'] as const

export type ProgressState = (typeof PROGRESS_STATES)[number]

export const PROGRESS_STATE_NAMES: Readonly<Record<ProgressState, string>> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  finished: 'Finished lectures',
  passed: 'Passed exam',
  certificate: 'Certificate',
}
