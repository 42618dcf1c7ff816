import { type Change, applyChanges, type Json, type Path, getValueAt } from '#shared/plan-changes.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { ApiError } from '#web/client/api.ts'
import type { PlanFile, saveProductChanges, OpenProduct } from '../../builder.contract.ts'

type SaveRequest = EndpointInput<typeof saveProductChanges>['body']
type SaveReply = EndpointReply<typeof saveProductChanges>

export type DraftApi = {
  save: (body: SaveRequest) => Promise<SaveReply>
  open: () => Promise<OpenProduct>
}

/** A part that another editor also changed. Nothing is saved until this editor chooses a version. */
export type DraftConflict = { at: string[]; mine: Json | undefined; theirs: Json | undefined }

export type SaveState =
  | { kind: 'saved' | 'saving' | 'unsaved' }
  /** `isTriedAgain`: the save will be retried automatically. */
  | { kind: 'failed'; why: string; isTriedAgain: boolean }
  | { kind: 'clashing'; clashes: DraftConflict[] }

export type DraftView = {
  worked: OpenProduct
  state: SaveState
  /** Validation errors, keyed by slash-separated path: `{name: 'Please use …'}`. */
  refused: Readonly<Record<string, string>>
}

const SAVE_DELAY_MS = 600
const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Saves what was typed shortly after the last keystroke, one save at a time, with the revision from the last response.
 * A response never overwrites what was typed in the meantime; unsaved changes are kept and reported.
 */
export class DraftSaver {
  private view: DraftView
  private waiting: Change[] = []
  private sending: Change[] = []
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly calls: DraftApi
  private readonly listeners = new Set<() => void>()

  constructor(worked: OpenProduct, calls: DraftApi) {
    this.view = { worked, state: { kind: 'saved' }, refused: {} }
    this.calls = calls
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): DraftView => this.view

  /** Applies the change to the view immediately, and saves it soon. */
  change(...changes: Change[]): void {
    const { worked, state, refused } = this.view
    const touched = new Set(changes.map(({ at }) => at.join('/')))
    for (const change of changes) this.remember(change)
    this.show({
      worked: { ...worked, plan: applyChanges(worked.plan, changes) },
      state: state.kind === 'clashing' || state.kind === 'saving' ? state : { kind: 'unsaved' },
      refused: Object.fromEntries(Object.entries(refused).filter(([path]) => !touched.has(path))),
    })
    if (state.kind !== 'clashing') this.saveIn(SAVE_DELAY_MS)
  }

  set(at: Path, to: Json): void {
    this.change({ do: 'set', at: [...at], to })
  }

  /** Adds an item at the end of the current list. */
  append(at: Path, value: Json): void {
    const list = getValueAt(this.view.worked.plan, at)
    if (Array.isArray(list)) this.set(at, [...list, value])
  }

  /** Adds a file that was just stored, so that its name can be shown. */
  know(file: Pick<PlanFile, 'id' | 'name' | 'bytes' | 'seconds'>): void {
    const { worked } = this.view
    const files = worked.files.filter(({ id }) => id !== file.id)
    this.show({ worked: { ...worked, files: [...files, { content_type: '', ...file }] } })
  }

  /** Whether any typed change is not saved yet. */
  get isBehind(): boolean {
    return this.waiting.length > 0 || this.sending.length > 0
  }

  /** Saves pending changes now; resolves once they are saved or the save has failed. */
  async saveNow(): Promise<boolean> {
    clearTimeout(this.timer)
    do {
      while (this.sending.length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      if (this.waiting.length > 0 && this.view.state.kind !== 'clashing') await this.send()
      // Changes that are too large for one save are split.
    } while (this.view.state.kind === 'unsaved')
    return !this.isBehind
  }

  /** Loads the server's state and reapplies unsaved changes. */
  async refresh(others: readonly string[] = []): Promise<void> {
    const { files } = this.view.worked
    const worked = await this.calls.open()
    const mine = this.view.worked.plan
    const met = this.waiting.filter(({ at }) => others.some((path) => isBelow(path, at.join('/'))))
    const known = new Set(worked.files.map(({ id }) => id))
    this.show({
      worked: {
        ...worked,
        plan: applyChanges(worked.plan, [...this.sending, ...this.waiting]),
        files: [...worked.files, ...files.filter(({ id }) => !known.has(id))],
      },
    })
    if (met.length > 0) {
      const clashes = met.map(({ at }) => ({ at, mine: getValueAt(mine, at), theirs: getValueAt(worked.plan, at) }))
      this.show({ state: { kind: 'clashing', clashes } })
    } else if (this.waiting.length > 0) this.saveIn(SAVE_DELAY_MS)
  }

  /** Resolves a conflict with these choices, keyed by slash-separated path, and resumes saving. */
  async settle(choices: Readonly<Record<string, 'mine' | 'theirs'>>): Promise<void> {
    this.waiting = this.waiting.filter(({ at }) => choices[at.join('/')] !== 'theirs')
    const worked = await this.calls.open()
    this.waiting = this.waiting.filter((change) => isApplicable(worked.plan, change))
    this.show({ worked: { ...worked, plan: applyChanges(worked.plan, this.waiting) }, state: { kind: 'saved' } })
    if (this.waiting.length > 0) await this.send()
  }

  /** Retries immediately, for example when the connection is restored. */
  tryAgain(): void {
    if (this.view.state.kind === 'failed' && this.isBehind) this.saveIn(0)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  /** Of several changes to one field, keeps only the last. */
  private remember(change: Change): void {
    const last = this.waiting.at(-1)
    const isSameField = change.do === 'set' && last?.do === 'set' && last.at.join('/') === change.at.join('/')
    if (isSameField) this.waiting.pop()
    this.waiting.push(change)
  }

  private saveIn(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.send(), ms)
  }

  private async send(): Promise<void> {
    if (this.sending.length > 0 || this.waiting.length === 0) return
    const count = getBatchSize(this.waiting)
    this.sending = this.waiting.slice(0, count)
    this.waiting = this.waiting.slice(count)
    this.show({ state: { kind: 'saving' } })
    const { revision, begun, stands_since } = this.view.worked
    try {
      this.saved(revision, await this.calls.save({ revision, begun, stands_since, changes: this.sending }))
    } catch (error) {
      console.error(error)
      this.failed(error)
    }
  }

  private saved(seen: number, answer: SaveReply): void {
    const sent = this.sending
    this.sending = []
    this.failures = 0
    if (answer.revision === null) {
      this.waiting = [...sent, ...this.waiting]
      const clashes = answer.clashes.map(({ at, theirs }) => ({
        at,
        theirs,
        mine: getValueAt(this.view.worked.plan, at),
      }))
      return this.show({ state: { kind: 'clashing', clashes } })
    }
    const { worked } = this.view
    const { revision, begun, findings, warnings, others } = answer
    const state: SaveState = this.waiting.length > 0 ? { kind: 'unsaved' } : { kind: 'saved' }
    this.show({ worked: { ...worked, revision, begun, findings, warnings }, state, refused: {} })
    // Another editor saved in between, so load their changes before sending more.
    if (revision > seen + 1) void this.takeIn(others)
    else if (this.waiting.length > 0) this.saveIn(SAVE_DELAY_MS)
  }

  private async takeIn(others: readonly string[]): Promise<void> {
    try {
      await this.refresh(others)
    } catch (error) {
      console.error(error)
      this.timer = setTimeout(() => void this.takeIn(others), RETRY_MS[0])
    }
  }

  private failed(error: unknown): void {
    this.waiting = [...this.sending, ...this.waiting]
    this.sending = []
    const { why, isTriedAgain, refused } = toFailure(error)
    this.show({ state: { kind: 'failed', why, isTriedAgain }, refused })
    if (!isTriedAgain) return
    const wait = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)] ?? 0
    this.failures += 1
    this.saveIn(wait)
  }

  private show(part: Partial<DraftView>): void {
    this.view = { ...this.view, ...part }
    for (const listener of this.listeners) listener()
  }
}

const MAX_CHANGES = 400
/** Below the 2,000 values allowed per request. Values are counted by commas and brackets, including those in texts. */
const MAX_VALUES = 1_500
const MAX_CHARACTERS = 700_000

/** How many of these changes fit into one request, but at least one. */
function getBatchSize(changes: readonly Change[]): number {
  let [values, characters, count] = [0, 0, 0]
  for (const change of changes.slice(0, MAX_CHANGES)) {
    const text = JSON.stringify(change)
    values += text.match(/[,[{]/g)?.length ?? 0
    characters += text.length
    if (count > 0 && (values > MAX_VALUES || characters > MAX_CHARACTERS)) break
    count += 1
  }
  return count
}

function isBelow(one: string, other: string): boolean {
  // The path '' means the whole plan.
  return one === '' || `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}

function isApplicable(plan: object, { at }: Change): boolean {
  return getValueAt(plan, at) !== undefined
}

function toFailure(error: unknown): { why: string; isTriedAgain: boolean; refused: Record<string, string> } {
  const again = { isTriedAgain: true, refused: {} }
  if (!(error instanceof ApiError)) return { ...again, why: 'the server didn’t respond. We’ll try again' }
  const { status, message, body } = error
  if (status === 413) return { why: 'the text is too long. Shorten it', isTriedAgain: false, refused: {} }
  if (status === 401) return { why: 'your session ended. Log in again', isTriedAgain: false, refused: {} }
  if (status === 404)
    return {
      why: 'this draft no longer exists. Someone published or discarded it',
      isTriedAgain: false,
      refused: {},
    }
  if (status >= 500 || status === 0 || status === 429)
    return { ...again, why: 'we couldn’t reach the academy. We’ll try again' }
  const fields = Object.entries(body['fields'] instanceof Object ? body['fields'] : {})
  const refused = Object.fromEntries(
    fields.map(([path, messages]: [string, unknown]) => [
      path,
      String(Array.isArray(messages) ? messages[0] : messages),
    ]),
  )
  return { why: message.replace(/[.]$/, ''), isTriedAgain: false, refused }
}
