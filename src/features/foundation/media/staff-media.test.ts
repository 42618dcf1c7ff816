import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { getListeningUrl, createUploader } from '../../../../test/harness/uploader.ts'

const HOUR_MS = 3_600_000
const video = () => readFile(path.resolve(import.meta.dirname, '../../../../test/recordings/plays.mp4'))

/** Starts an academy with an editor who has uploaded a video to a draft. */
async function academyWithDraft() {
  const academy = await testAcademy()
  const url = await getListeningUrl(academy.app)
  const editor = await academy.member({ role: 'editor' })
  const { body } = await createUploader(url, editor.token).send({
    name: 'a b.mp4',
    use: 'video',
    content: await video(),
  })
  const fileId = body.file.id as string
  const { id: productId } = await academy.course()
  await academy.pool.query(
    `insert into drafts (product_id, kind, form, plan, revision, created_at, updated_at) values ($1, 'course', 1, '{}', 1, now(), now())`,
    [productId],
  )
  await academy.pool.query('insert into draft_files (draft_id, file_id) values ($1, $2)', [productId, fileId])
  const ask = (token: string, product: string | null) =>
    academy.withToken(token).post(`/Academy/api/studio/files/${fileId}/address/`, { product })
  const get = async (address: string, headers?: Record<string, string>) => academy.as(undefined).get(address, headers)
  return { ...academy, editor, fileId, productId, ask, get }
}

test("serves staff a draft's file under its own URL, with ranges and without caching", async () => {
  const { editor, productId, ask, get, member } = await academyWithDraft()
  const { body } = await ask(editor.token, productId)
  const whole = await get(body.address)
  expect([whole.status, whole.headers['content-type'], whole.headers['cache-control']]).toEqual([
    200,
    'video/mp4',
    'private, no-store',
  ])
  const part = await get(body.address, { range: 'bytes=0-99' })
  expect([part.status, part.headers['content-range']]).toEqual([206, expect.stringMatching(/^bytes 0-99\//)])
  // Another editor of the same draft can view the file. Support, learners, and others who did not upload it can't.
  const owner = await member({ role: 'owner' })
  expect((await ask(owner.token, productId)).status).toBe(200)
  expect((await ask(owner.token, null)).status).toBe(404)
  expect((await ask(editor.token, null)).status).toBe(200)
  for (const { token } of [await member({ role: 'support' }), await member()])
    expect((await ask(token, productId)).status).toBe(404)
})

test('accepts no changed part of a URL, and no member URL for a staff file', async () => {
  const { editor, productId, ask, get, fileId } = await academyWithDraft()
  const { body } = await ask(editor.token, productId)
  const address = body.address as string
  const altered = [
    address.replace('/media/studio/', '/media/'),
    address.replace(`&product=${productId}`, ''),
    address.replace(productId, fileId),
    address.replace(editor.id, fileId),
    address.replace(/expires=\d+/, (text) => `${text}0`),
    address.replace('a%20b.mp4', 'c.mp4'),
    address.replace(/signature=.*/, 'signature='),
  ]
  for (const other of altered) expect([other, (await get(other)).status]).toEqual([other, 404])
  expect((await get(address)).status).toBe(200)
})

test('expires a URL with the draft, the role, a lock, the session, and its time', async () => {
  const { editor, productId, ask, get, pool, setTime } = await academyWithDraft()
  const { body } = await ask(editor.token, productId)
  const isOpen = async () => (await get(body.address)).status === 200
  const expectWhile = async (done: string, undone: string, values: string[]) => {
    await pool.query(done, values)
    expect([done, await isOpen()]).toEqual([done, false])
    await pool.query(undone, values)
    expect([undone, await isOpen()]).toEqual([undone, true])
  }
  const member = `update members set`
  await expectWhile(`${member} staff_role = 'support' where id = $1`, `${member} staff_role = 'editor' where id = $1`, [
    editor.id,
  ])
  await expectWhile(`${member} locked_at = now() where id = $1`, `${member} locked_at = null where id = $1`, [
    editor.id,
  ])
  setTime(new Date(Date.now() + 2 * HOUR_MS))
  expect(await isOpen()).toBe(false)
  setTime(new Date())
  await pool.query('delete from drafts where product_id = $1', [productId])
  expect(await isOpen()).toBe(false)
  const { body: own } = await ask(editor.token, null)
  expect((await get(own.address)).status).toBe(200)
  await pool.query('delete from sessions where member_id = $1', [editor.id])
  expect((await get(own.address)).status).toBe(404)
})
