import type { Page } from 'playwright-core'
import { readRightAnswers } from './api-client.ts'
import { answerWith } from './screen.ts'

/**
 * The submission fails, so that the attempt stays open: three failed attempts would close the exam for all later
 * screens.
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
})

/**
 * Answers every question of a demo course's exam on the page, the first `right` of them correctly, up to the last
 * question's Submit button.
 */
export async function answerAll(page: Page, course: string, right: number): Promise<void> {
  const answers = readRightAnswers(course)
  const main = page.getByRole('main')
  const total = Number(/\d+\/(\d+)/.exec(await main.getByText(/^Question 1\/\d+$/).innerText())?.[1])
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
