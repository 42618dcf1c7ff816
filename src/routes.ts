import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// Pages for those who work on the academy: `npm run dev` shows them, `npm run build` leaves them out.
const DEVELOPMENT = import.meta.env.DEV ? [route('dev/components', 'features/site/components.page.tsx')] : []

// Every page of the academy and the file that answers it. Addresses match in any capitalisation, with or without the last slash.
export default [
  layout('web/shell/shell.tsx', [
    index('features/home/home.page.tsx'),
    route('About', 'features/site/about.page.tsx'),
    route('Books', 'features/site/books.page.tsx'),
    route('PrivacyPolicy', 'features/site/privacy-policy.page.tsx'),
    route('TermsOfService', 'features/site/terms-of-service.page.tsx'),
    route('Courses', 'features/courses/courses-list.page.tsx'),
    route('Courses/:page', 'features/courses/courses-list.page.tsx', { id: 'courses-list-page' }),
    route('Course/:id', 'features/courses/course.page.tsx'),
    route('Podcasts', 'features/podcasts/podcasts-list.page.tsx'),
    route('Podcasts/:page', 'features/podcasts/podcasts-list.page.tsx', { id: 'podcasts-list-page' }),
    route('Podcast/:id', 'features/podcasts/podcast.page.tsx'),
    route('Documents', 'features/documents/documents-list.page.tsx'),
    route('Documents/:page', 'features/documents/documents-list.page.tsx', { id: 'documents-list-page' }),
    route('Document/:id', 'features/documents/document.page.tsx'),
    route('MyDocuments', 'features/documents/my-documents.page.tsx'),
    route('MyDocuments/:id', 'features/documents/my-document.page.tsx'),
    route('MyAcademy', 'features/learning/my-academy.page.tsx'),
    route('MyAcademy/:id', 'features/learning/take-course.page.tsx'),
    route('MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug', 'features/learning/lecture.page.tsx'),
    route('Examination/:id', 'features/exams/examination.page.tsx'),
    route('Certificate/:id', 'features/certificates/certificate.page.tsx'),
    route('Account', 'features/orders/account.page.tsx'),
    route('Studio', 'features/studio/orders.page.tsx'),
    route('Studio/People', 'features/studio/people.page.tsx'),
    route('Studio/People/:id', 'features/studio/person.page.tsx'),
    route('Account/Security', 'features/accounts/security.page.tsx'),
    route('Login', 'features/accounts/login.page.tsx'),
    route('Register', 'features/accounts/register.page.tsx'),
    route('Success', 'features/accounts/success.page.tsx'),
    route('VerifyEmail/:token', 'features/accounts/verify-email.page.tsx'),
    route('ConfirmEmail/:token', 'features/accounts/confirm-email.page.tsx'),
    route('EndSession/:token', 'features/accounts/end-session.page.tsx'),
    route('ForgotPassword', 'features/accounts/forgot-password.page.tsx'),
    route('ResetPassword/:token', 'features/accounts/reset-password.page.tsx'),
    ...DEVELOPMENT,
    route('*', 'features/site/not-found.page.tsx'),
  ]),
] satisfies RouteConfig
