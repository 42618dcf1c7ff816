import type { Page } from 'playwright-core'
import { readRightAnswers } from './api-client.ts'
import { answerWith } from './screen.ts'

/**
 * Responds that the member has not passed, without submitting the attempt: three failed attempts would close the exam
 * for all later screens.
 */
export const failExamSubmission = answerWith('**/submit/score/', {
  score: 6,
  total: 10,
  percentage: 60,
  passed: false,
  waits_for_lectures: false,
  message: 'Not passed yet. You can retake the exam.',
  review: [],
  lectures: [],
  retake: { attempts_left: 2, wait_hours: 12, opens_at: null },
})

/** Responds as before the member first passed, so that the exam page opens the exam, not the result. */
export const hidePassedResult = answerWith('**/Academy/api/course/examination/result/*/', { title: '', passed: null })

/**
 * Answers every question of a demo course's exam on the page, the first `right` of them correctly, up to the last
 * question's Submit button. If the page shows an earlier result, retakes the exam.
 */
export async function answerAll(page: Page, course: string, right: number): Promise<void> {
  const answers = readRightAnswers(course)
  const main = page.getByRole('main')
  const first = main.getByText(/^Question 1\/\d+$/)
  const retake = main.getByRole('button', { name: 'Retake Exam' })
  await first.or(retake).waitFor()
  if (await retake.isVisible()) await retake.click()
  const total = Number(/\d+\/(\d+)/.exec(await first.innerText())?.[1])
  for (let number = 1; number <= total; number += 1) {
    await main.getByText(`Question ${number}/${total}`, { exact: true }).waitFor()
    const question = await main.getByRole('heading', { level: 2 }).innerText()
    const options = await page
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))
    const rightOption = answers.get(question) ?? ''
    const chosen = number <= right ? rightOption : options.find((option) => option !== rightOption)
    await page.getByLabel(chosen ?? '', { exact: true }).check()
    if (number < total) await page.getByRole('button', { name: 'Next', exact: true }).click()
  }
}
