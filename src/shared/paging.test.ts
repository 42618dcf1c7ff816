import { expect, test } from 'vitest'
import { testAcademy } from '../../test/harness/academy.ts'
import type { Member } from '../../test/harness/builders.ts'
import { countStatements } from '../../test/harness/statements.ts'

test.each(['course', 'podcast', 'document'] as const)(
  'a long list of %ss is read in pages of 48, in order and complete, with two statements each',
  async (kind) => {
    const academy = await testAcademy()
    const list = { course: 'courses', podcast: 'podcasts', document: 'Documents' }[kind]
    const nurse = await academy.member()
    const page = (number: string, caller?: Member) => academy.as(caller).get(`/Academy/api/${list}/pages/${number}/`)

    expect((await page('1')).body).toEqual({ items: [], page: 1, pages: 1 })
    for (let made = 0; made < 100; made += 1)
      await (kind === 'course' ? academy.course({ lectures: 0, questions: 0 }) : academy[kind]())

    const whole = (await academy.as(undefined).get(`/Academy/api/${list}/`)).body
    expect(whole).toHaveLength(100)
    for (const caller of [undefined, nurse]) {
      const [first, last] = [(await page('1', caller)).body, (await page('3', caller)).body]
      expect([first.page, first.pages, last.page, last.pages]).toEqual([1, 3, 3, 3])
      // The items of the complete list may have more fields.
      expect(whole.slice(0, 48)).toMatchObject(first.items)
      expect(whole.slice(96)).toMatchObject(last.items)
      expect([first.items.length, last.items.length]).toEqual([48, 4])
    }
    expect(await countStatements(async () => void (await page('2')))).toBe(2)

    expect((await page('4')).status).toBe(404)
    for (const number of ['0', '-1', 'two', '1.5', '01', '9999999'])
      expect([number, (await page(number)).status]).toEqual([number, 400])
  },
)
