import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { DEMO_FOLDER } from './demo-academy.ts'

type Answer = { status: number; body: ReturnType<typeof JSON.parse> }

/** Calls a running academy's API over HTTP, as the specification's client does. */
export function createApiClient(url: string, token?: string) {
  const send = async (method: string, address: string, body?: unknown): Promise<Answer> => {
    const headers = {
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const reply = await fetch(url + address, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    get: (address: string) => send('GET', address),
    post: (address: string, body?: unknown) => send('POST', address, body),
  }
}

export async function logIn(url: string, username: string, password: string) {
  return createApiClient(url, await getToken(url, username, password))
}

/** Returns the token of an existing account. */
export async function getToken(url: string, username: string, password: string): Promise<string> {
  const { status, body } = await createApiClient(url).post('/Academy/api/login/', { username, password })
  if (status !== 200) throw new Error(`${username} could not log in: ${status}`)
  return body.token as string
}

/**
 * The correct option for each question in a demo course, by question. Read from the demo's files, because the academy
 * never sends it.
 */
export function readRightAnswers(course: string): Map<string, string> {
  const file = path.join(DEMO_FOLDER, 'courses', course, 'examination.yaml')
  const { questions } = parse(readFileSync(file, 'utf8')) as { questions: { question: string; answer: string }[] }
  return new Map(questions.map(({ question, answer }) => [question, answer]))
}
