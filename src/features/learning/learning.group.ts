import type { FeatureGroup } from '#platform/feature-group.ts'
import { examJobs } from './exams/exams.jobs.ts'
import { examRoutes } from './exams/exams.routes.ts'
import { trialExamRoutes } from './exams/trial-exams.routes.ts'
import { messageJobs } from './messages/messages.jobs.ts'
import { noteRoutes } from './notes/notes.routes.ts'
import { questionRoutes } from './question-bank/question-bank.routes.ts'
import { questionReportJobs } from './question-reports/question-reports.jobs.ts'
import { questionReportRoutes } from './question-reports/question-reports.routes.ts'
import { reminderJobs } from './reminders/reminders.jobs.ts'
import { studyJobs } from './study/study.jobs.ts'
import { studyRoutes } from './study/study.routes.ts'

export const learning: FeatureGroup = {
  routes: [
    { chapter: 'Studio: questions', add: questionRoutes },
    { chapter: 'Studio: trial exams', add: trialExamRoutes },
    { chapter: 'Learning', add: studyRoutes },
    { chapter: 'Notes', add: noteRoutes },
    { chapter: 'Examinations', add: examRoutes },
    { chapter: 'Question reports', add: questionReportRoutes },
  ],
  jobs: [questionReportJobs, examJobs, reminderJobs, messageJobs, studyJobs],
}
