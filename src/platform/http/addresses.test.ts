import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'
import { loadBuiltPages } from './pages.ts'

test('an unknown address is a missing page or a missing call', async () => {
  const { app } = await testAcademy({ pages: loadBuiltPages })
  const get = (url: string) => app.inject({ method: 'GET', url })

  for (const address of ['/nowhere', '/Course/%00', `/Course/${'a'.repeat(250)}`, `/Course/${'a'.repeat(5_000)}`]) {
    const page = await get(address)
    expect([address, page.statusCode, page.headers['content-type']]).toEqual([address, 404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Page not found')
  }
  for (const address of ['/Academy/api/nowhere', `/Academy/api/course/x/${'a'.repeat(5_000)}/`]) {
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

test('an address that starts with slashes is one of ours or missing', async () => {
  const { app } = await testAcademy({ pages: loadBuiltPages })
  for (const url of ['//', '///', '//elsewhere.example/Courses/', '/\\elsewhere.example']) {
    const { statusCode } = await app.inject({ method: 'GET', url: `http://academy.test${url}` })
    expect({ url, isAnswered: statusCode === 200 || statusCode === 404 }).toEqual({ url, isAnswered: true })
  }
})

test('a page of another version finds its scripts here', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'versions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const assetsFolder = path.join(folder, 'assets')
  await mkdir(assetsFolder)
  await writeFile(path.join(folder, 'secret.js'), 'secret')
  await writeFile(path.join(assetsFolder, 'page-of-before.js'), 'export const before = 1')
  const { app } = await testAcademy({ pages: (deps) => loadBuiltPages(deps, { sharedAssetsFolder: assetsFolder }) })
  const get = (url: string) => app.inject({ method: 'GET', url })

  const script = await get('/assets/page-of-before.js')
  expect([script.statusCode, script.body, script.headers['cache-control']]).toEqual([
    200,
    'export const before = 1',
    'public, max-age=31536000, immutable',
  ])
  const [own = ''] = /\/assets\/root-[^"]+\.js/.exec((await get('/')).body) ?? []
  expect((await get(own)).statusCode).toBe(200)
  for (const url of [
    '/assets/nowhere.js',
    '/assets/../secret.js',
    '/assets/%2e%2e/secret.js',
    '/assets/..%2fsecret.js',
  ]) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode >= 400, body.includes('secret')]).toEqual([url, true, false])
  }
})
