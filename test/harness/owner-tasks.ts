import type { Locator } from 'playwright-core'
import { DEMO_FOLDER } from './demo-academy.ts'
import type { Hand } from './hands.ts'
import { SAMPLE_CERTIFICATES } from './sample-certificates.ts'

const LIVE_COURSE = 'Defense Medical Exam Observation Practice'
const LECTURE = `${DEMO_FOLDER}/courses/defense-medical-exam-training/media/01.mp4`
const COVER = `${DEMO_FOLDER}/courses/defense-medical-exam-training/cover.svg`
const ICON = 'public/favicon.svg'

export type OwnerTask = {
  name: string
  /** At most this many presses from the studio's home. */
  presses: number
  /** Only with a mouse: whole journeys by keyboard are in `operator-journey.e2e.ts`. */
  isForMouse?: true
  run: (hand: Hand) => Promise<unknown>
}

const main = ({ page }: Hand) => page.getByRole('main')
const button = (hand: Hand, name: string | RegExp) => main(hand).getByRole('button', { name, exact: true }).first()
const link = (hand: Hand, name: string | RegExp) => main(hand).getByRole('link', { name, exact: true }).first()
const field = (hand: Hand, label: string): Locator => main(hand).getByLabel(label, { exact: true }).first()
const text = (hand: Hand, words: string | RegExp) => hand.page.getByText(words).filter({ visible: true }).first()

async function openLiveCourse(hand: Hand): Promise<void> {
  await hand.open('Catalog')
  await hand.press(link(hand, LIVE_COURSE))
  await field(hand, 'Short description').waitFor()
}

async function publish(hand: Hand): Promise<void> {
  await text(hand, /^All changes saved/).waitFor()
  await hand.press(button(hand, 'Publish'))
  await hand.see(text(hand, 'Published and for sale.'))
}

async function openMember(hand: Hand, name: string): Promise<void> {
  await hand.open('Members')
  await hand.press(link(hand, name))
  await hand.page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** What an owner does most, each from the studio's home, with the most presses that it may take. */
export const OWNER_TASKS: readonly OwnerTask[] = [
  {
    name: 'site name and appearance',
    presses: 12,
    isForMouse: true,
    async run(hand) {
      await hand.open('General')
      await hand.type(field(hand, 'Academy name'), 'Lamp Academy')
      await hand.press(button(hand, 'Save'))
      await hand.see(text(hand, 'Saved. Visitors see the changes within a second.'))
      await hand.press(hand.page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Appearance' }))
      for (const title of ['Logo', 'Icon']) {
        const section = main(hand).getByRole('region', { name: title })
        await hand.upload(section.getByRole('button', { name: /^Choose a file/ }), ICON)
        await section.getByRole('button', { name: 'Remove favicon.svg' }).waitFor()
      }
      await hand.type(field(hand, 'Header'), '#5b2c6f')
      await hand.press(button(hand, 'Save'))
      await hand.see(text(hand, 'Saved. Visitors see the changes within a second.'))
    },
  },
  {
    name: 'text of the home page changed',
    presses: 3,
    async run(hand) {
      await hand.open('Home page')
      await hand.type(field(hand, 'Heading'), 'Read every page')
      await hand.press(button(hand, 'Save'))
      await hand.see(text(hand, 'Saved. Visitors see the changes within a second.'))
    },
  },
  {
    name: 'course with a picture, a price, a lecture, and a question',
    presses: 14,
    isForMouse: true,
    async run(hand) {
      await hand.open('Catalog')
      await hand.type(field(hand, 'Name'), 'Reading Records')
      await hand.press(button(hand, 'Create'))
      await hand.type(field(hand, 'Short description'), 'Find the facts.')
      await hand.type(field(hand, 'Price in dollars'), '149')
      await hand.type(main(hand).getByRole('textbox', { name: 'Description', exact: true }), 'One record.')
      await hand.upload(button(hand, 'Choose a file: cover'), COVER)
      await button(hand, 'Remove cover.svg').waitFor()
      await hand.press(button(hand, 'Add a lecture'))
      await hand.page.getByRole('heading', { name: 'New lecture' }).waitFor()
      await hand.type(field(hand, 'Name'), '1. The First Page')
      await hand.type(field(hand, 'Description'), 'What the first page shows.')
      await hand.upload(button(hand, 'Choose a file: video'), LECTURE)
      await button(hand, 'Remove 01.mp4').waitFor()
      await hand.press(link(hand, /^Exam/))
      await hand.press(button(hand, 'Add a question'))
      await hand.type(field(hand, 'Question'), 'Who may change a signed entry?')
      await hand.type(field(hand, 'Option 1 of question 1'), 'No one')
      await hand.type(field(hand, 'Option 2 of question 1'), 'The attorney')
      await hand.type(field(hand, 'Option 3 of question 1'), 'The court')
      await hand.press(field(hand, 'Option 1 is correct'))
      await text(hand, /^All changes saved/).waitFor()
      const { count } = hand
      const before = count()
      await publish(hand)
      if (count() - before > 1) throw new Error('Publishing takes more than one press')
    },
  },
  {
    name: 'typo in a lecture of a live course fixed',
    presses: 4,
    async run(hand) {
      await openLiveCourse(hand)
      const sections = hand.page.getByRole('navigation', { name: 'Product sections' })
      await hand.press(sections.getByRole('list', { name: 'Lectures' }).getByRole('link').first())
      await field(hand, 'Topics').waitFor()
      await hand.type(field(hand, 'Name'), '1. What the Observer Writes Down')
      await publish(hand)
    },
  },
  {
    name: 'price changed',
    presses: 4,
    async run(hand) {
      await openLiveCourse(hand)
      await hand.type(field(hand, 'Price in dollars'), '199')
      await publish(hand)
    },
  },
  {
    name: 'sales of a product stopped and started again',
    presses: 4,
    async run(hand) {
      await hand.open('Catalog')
      await hand.press(button(hand, `Stop selling… ${LIVE_COURSE}`))
      await hand.press(button(hand, 'Stop selling'))
      await hand.see(text(hand, `${LIVE_COURSE} is no longer for sale.`))
      await hand.press(button(hand, 'Undo'))
      await hand.see(text(hand, 'Now for sale.'))
    },
  },
  {
    name: 'coupon created and its link copied',
    presses: 4,
    async run(hand) {
      await hand.press(link(hand, 'Create a coupon'))
      await hand.type(field(hand, 'Code'), 'LAMP20')
      await hand.type(field(hand, 'Percent'), '20')
      await hand.press(button(hand, 'Create coupon'))
      await hand.see(text(hand, 'Coupon LAMP20 created.'))
      await hand.press(button(hand, 'Link to LAMP20'))
      await hand.press(button(hand, 'Copy link'))
    },
  },
  {
    name: 'free access for a friend without an account',
    presses: 3,
    async run(hand) {
      await hand.press(link(hand, 'Give free access'))
      await hand.type(field(hand, 'Email'), 'friend@example.com')
      await hand.choose(field(hand, 'Product'), LIVE_COURSE)
      await hand.type(field(hand, 'Reason'), 'A friend')
      await hand.press(button(hand, 'Give access'))
      await hand.see(text(hand, 'friend@example.com now has access.'))
    },
  },
  {
    name: 'part of an order refunded',
    presses: 5,
    async run(hand) {
      await hand.open('Orders')
      await hand.press(button(hand, /^Open order/))
      await hand.press(button(hand, 'Refund…'))
      await hand.press(main(hand).getByRole('radio', { name: /^Partial refund/ }))
      await hand.type(field(hand, 'Amount in dollars'), '2')
      await hand.type(field(hand, 'Reason'), 'Two dollars too much')
      await hand.press(button(hand, 'Refund this amount'))
      await hand.see(text(hand, /\$2\.00 refunded\. Order status/))
    },
  },
  {
    name: 'name on a certificate corrected',
    presses: 5,
    async run(hand) {
      await openMember(hand, 'Dana Demo')
      await hand.press(button(hand, 'Correct name…'))
      await hand.type(field(hand, 'Last name'), 'Demos')
      await hand.press(main(hand).getByRole('checkbox', { name: /^Also correct the name/ }))
      await hand.press(button(hand, 'Save name'))
      await hand.see(text(hand, 'The new name also appears on 1 earlier certificate.'))
    },
  },
  {
    name: 'certificate revoked',
    presses: 4,
    async run(hand) {
      await openMember(hand, SAMPLE_CERTIFICATES.old)
      await hand.press(button(hand, /^Revoke certificate…/))
      const results = main(hand).getByRole('region', { name: 'Exams and certificates' })
      await hand.type(results.getByLabel('Reason'), 'Someone else took the exam.')
      await hand.press(button(hand, 'Revoke certificate'))
      await hand.see(text(hand, 'Certificate revoked.'))
    },
  },
  {
    name: 'support person invited',
    presses: 4,
    async run(hand) {
      await hand.open('Staff')
      await hand.type(field(hand, 'Email'), 'kim@example.com')
      await hand.press(button(hand, 'Send invitation'))
      await hand.see(field(hand, 'Invitation link'))
    },
  },
  {
    name: 'log opened and filtered',
    presses: 2,
    async run(hand) {
      await hand.press(link(hand, 'Open the audit log'))
      await hand.choose(field(hand, 'Event'), 'Access grants')
      await hand.page.waitForURL(/kind=grant/)
      await hand.see(field(hand, 'Event'))
    },
  },
]
