import type { Page } from 'playwright-core'
import { answerWith, button, main, type Screen, waitForText, waitForFieldErrors } from './screen.ts'

/** The demo's purchases are test payments: these totals count them as real. */
const SUMS = {
  sums: [
    {
      currency: 'USD',
      sales: 128,
      refunds: 3,
      sold: '38272.00',
      discount: '240.00',
      tax: '0.00',
      refunded: '897.00',
      left: '37375.00',
      fee: '1148.29',
      fees_known: 120,
    },
  ],
  may_export: true,
}

const DAYS = Array.from({ length: 30 }, (_, nth) => ({
  day: `2026-11-${String(nth + 1).padStart(2, '0')}`,
  sold: (2_990 * ((nth * 7) % 5)) / 10,
  before: (2_990 * ((nth * 11) % 4)) / 10,
}))
const MAX_SALES = 1_200

const TODAY = {
  since: '2026-11-01',
  until: '2026-11-30',
  since_before: '2026-10-02',
  until_before: '2026-10-31',
  sales: {
    now: { sold: '17940.00', refunded: '299.00', left: '17641.00', sales: 60, refunds: 1 },
    before: { sold: '13455.00', refunded: '0.00', left: '13455.00', sales: 45, refunds: 0 },
    currency: 'USD',
    days: DAYS.map(({ day, sold, before }) => ({
      day,
      sold: sold.toFixed(2),
      refunded: '0.00',
      sold_before: before.toFixed(2),
    })),
    chart: {
      bars: DAYS.map(({ sold }, nth) => ({
        x: nth * 3.33 + 0.5,
        y: 100 - (sold / MAX_SALES) * 100,
        width: 2.3,
        height: (sold / MAX_SALES) * 100,
      })),
      line: `M${DAYS.map(({ before }, nth) => `${nth * 3.33 + 1.6},${100 - (before / MAX_SALES) * 100}`).join('L')}`,
      ticks: [0, 400, 800, 1_200].map((dollars) => ({ y: 100 - (dollars / MAX_SALES) * 100, label: `$${dollars}` })),
    },
  },
  members: { now: 42, before: 35 },
  examinations: { passed: 18, failed: 7 },
  former_address: null,
  waiting: [
    {
      waits: 'dispute',
      count: 2,
      orders: [
        { order_number: '283B4F8428D0', due: '2026-12-03' },
        { order_number: '6392AB890193', due: '2026-12-09' },
      ],
    },
    { waits: 'refund', count: 1, orders: [{ order_number: '7C41F09A52BD', due: null }] },
  ],
  failed_mails: 3,
  drafts: 2,
  law: 3,
  missed: {
    total: 1,
    questions: [
      {
        product: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
        key: 'who-chooses',
        item: 'Defense Medical Exam Training',
        question: 'Who chooses the examiner of a defense medical exam?',
        members: 41,
        right: 6,
      },
    ],
  },
}

const coupon = {
  code: 'SPRING20',
  name: 'Spring newsletter',
  percent: 20 as number | null,
  amount: null as string | null,
  products: [] as string[],
  worth: '20% off',
  items: [] as string[],
  since: '2026-03-01' as string | null,
  until: '2026-04-30' as string | null,
  uses: 12,
  limit: 100 as number | null,
  per_member: 1,
  orders: 11,
  took_off: '657.80',
  has_ended: false,
  is_changeable: true,
  revision: 'qL8R4QIcQ_ZsRqOA',
}
const COUPONS = {
  coupons: [
    coupon,
    {
      ...coupon,
      code: 'FRIENDS',
      name: '',
      worth: '$10.00 off',
      percent: null,
      amount: '10.00',
      products: ['exam-test-quick-reference'],
      items: ['Exam Test Quick Reference'],
      since: null,
      until: null,
      limit: null,
      uses: 1,
      orders: 0,
    },
    { ...coupon, code: 'CONFERENCE-2025-SPECIAL-OFFER', has_ended: true, is_changeable: false },
  ],
  is_more: true,
}

const LINK_PAGE = '/Course/unethical-defense-medical-exam-challenges'
/** The picture is not a real QR code, but a pattern of the same density. */
const COUPON_LINK = {
  pages: [{ path: LINK_PAGE, name: 'Unethical Defense Medical Exam Challenges' }],
  path: LINK_PAGE,
  address: `https://academy.example.com${LINK_PAGE}?coupon=SPRING20`,
  size: 41,
  picture: Array.from({ length: 820 }, (_, n) => `M${(n * 2) % 41} ${Math.floor((n * 2) / 41)}h1v1h-1z`).join(''),
}

const withSums = (page: Page) => page.route('**/studio/orders/sums/', (route) => route.fulfill({ json: SUMS }))

/** Screens of sales, coupons, and today's events. */
export const STUDIO_SALES_SCREENS: readonly Screen[] = [
  {
    name: 'studio: today without sales',
    as: 'staff',
    address: '/Studio/',
    prepare: waitForText('No live sales'),
  },
  {
    name: 'studio: today',
    as: 'staff',
    address: '/Studio/',
    before: answerWith('**/studio/today/', TODAY),
    prepare: async (page) => {
      await page.getByText('Show as table').click()
      await waitForText('33% more than')(page)
    },
  },
  {
    name: 'studio: coupons',
    as: 'staff',
    address: '/Studio/Coupons/',
    before: answerWith('**/studio/coupons/', COUPONS),
    prepare: waitForText('total discount'),
  },
  {
    name: 'studio: new coupon with errors',
    as: 'staff',
    address: '/Studio/Coupons/',
    async prepare(page) {
      await button(page, 'Create a coupon').click()
      await page.getByText('All products. Limit to certain').click()
      await page.getByLabel('First day (optional)').fill('12/1/26')
      await page.getByLabel('Last day (optional)').fill('27/12/2026')
      await page.getByLabel('Total uses (optional)').fill('many')
      await button(page, 'Create coupon').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: changing a coupon',
    as: 'staff',
    address: '/Studio/Coupons/',
    before: answerWith('**/studio/coupons/', COUPONS),
    async prepare(page) {
      await button(page, 'Change FRIENDS…').click()
      await page.getByLabel('Amount in dollars').fill('0')
      await button(page, 'Save changes').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: link to a coupon',
    as: 'staff',
    address: '/Studio/Coupons/',
    before: async (page) => {
      await answerWith('**/studio/coupons/', COUPONS)(page)
      await answerWith('**/studio/coupons/*/link/', COUPON_LINK)(page)
    },
    async prepare(page) {
      await button(page, 'Link to SPRING20').click()
      await button(page, 'Download PNG').waitFor()
    },
  },
  {
    name: 'studio: exams',
    as: 'staff',
    address: '/Studio/Attempts/',
    prepare: waitForText('failed, newest'),
  },
  { name: 'studio: progress', as: 'staff', address: '/Studio/Progress/', prepare: waitForText('newest first') },
  { name: 'studio: failed emails', as: 'staff', address: '/Studio/Mails/', prepare: waitForText('No failed emails') },
  {
    name: 'studio: order totals',
    as: 'staff',
    address: '/Studio/Orders/',
    before: withSums,
    prepare: async (page) => {
      await main(page).getByLabel('Period').selectOption({ label: 'Custom range' })
      await waitForText('120 of 128 known')(page)
    },
  },
]
