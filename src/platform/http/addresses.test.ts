import { expect, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'
import { builtPages } from './pages.ts'

test('an address that nothing answers is a missing page, or a missing call', async () => {
  const { app } = await testAcademy({ pages: builtPages })
  const get = (url: string) => app.inject({ method: 'GET', url })

  for (const address of ['/nowhere', '/Course/%00', `/Course/${'a'.repeat(250)}`, `/Course/${'a'.repeat(5_000)}`]) {
    const page = await get(address)
    expect([address, page.statusCode, page.headers['content-type']]).toEqual([address, 404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Page not found')
  }
  for (const address of ['/Academy/api/nowhere', `/Academy/api/course/${'a'.repeat(5_000)}/`]) {
    const call = await get(address)
    expect([address, call.statusCode, call.json()]).toEqual([
      address,
      404,
      { code: 'not_found', message: expect.any(String) },
    ])
  }
  const post = await app.inject({ method: 'POST', url: '/Academy/api/somebody@example.com' })
  expect([post.statusCode, post.json()]).toEqual([404, { code: 'not_found', message: expect.any(String) }])
  expect((await get('/Academy/api/course/%ff/')).json()).toMatchObject({ code: 'invalid' })
})

test('an address that begins with slashes is one of ours, or none', async () => {
  const { app } = await testAcademy({ pages: builtPages })
  for (const url of ['//', '///', '//elsewhere.example/Courses/', '/\\elsewhere.example']) {
    const { statusCode } = await app.inject({ method: 'GET', url: `http://academy.test${url}` })
    expect({ url, isAnswered: statusCode === 200 || statusCode === 404 }).toEqual({ url, isAnswered: true })
  }
})
