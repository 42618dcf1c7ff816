export { renderReportAnswerEmail } from './question-report.email.ts'
export { countOpenReports } from './review-queue.queries.ts'
export { answerReport, getQuestionReport, getReviewQueue } from './review-queue.service.ts'
export { selectMemberQuestionReports, eraseQuestionReports } from './erasure.queries.ts'
