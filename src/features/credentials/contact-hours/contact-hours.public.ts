export { type StudyTimeInputs, buildWorksheet, computeStudyMinutes } from './contact-hours.rules.ts'
