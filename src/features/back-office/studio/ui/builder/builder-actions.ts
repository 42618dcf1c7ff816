import { pluralize } from '#shared/pluralize.ts'
import { ActionError } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type {
  discardProductDraft,
  OpenProduct,
  publishLecture,
  publishProduct,
  rebaseProductDraft,
  restoreVersion,
  revertDraftLecture,
} from '../../builder.contract.ts'
import type { notifyOwners, readOwnerNotifications } from '../../owner-notifications.contract.ts'
import type { readWorksheet } from '../../worksheet.contract.ts'
import type { DraftSaver } from './draft-saver.ts'

/** The draft of the product that this page edits. */
let openDraft: DraftSaver | undefined

export function setOpenDraft(saver: DraftSaver | undefined): void {
  openDraft = saver
}

function getDraft(): DraftSaver {
  if (!openDraft) throw new Error('There is no draft on this page.')
  return openDraft
}

/** First saves what was typed, then runs the action and shows the saved draft. */
async function onSavedDraft<Reply>(act: (saved: OpenProduct) => Promise<Reply>): Promise<Reply> {
  const draft = getDraft()
  if (!(await draft.saveNow())) throw new ActionError('Some changes aren’t saved yet. See above.')
  const reply = await act(draft.current().worked)
  await draft.refresh()
  return reply
}

type Choice = 'mine' | 'theirs'

export const readNotifications = (id: string, lecture: string, signal?: AbortSignal) =>
  call<typeof readOwnerNotifications>('GET /Academy/api/studio/products/:id/lectures/:lecture/told/', {
    params: { id, lecture },
    ...(signal && { signal }),
  })

export const builderActions = {
  publishLecture: (lecture: string) =>
    onSavedDraft(({ id, revision, begun }) =>
      call<typeof publishLecture>('POST /Academy/api/studio/products/:id/lectures/:lecture/publish/', {
        params: { id, lecture },
        body: { revision, begun },
        limitMs: 60_000,
      }),
    ),
  revertLecture: (lecture: string) =>
    onSavedDraft(({ id }) =>
      call<typeof revertDraftLecture>('POST /Academy/api/studio/products/:id/lectures/:lecture/take-back/', {
        params: { id, lecture },
      }),
    ),
  publish: async (isOnSale: boolean, uploading: number) => {
    if (uploading > 0)
      throw new ActionError(`Wait for ${pluralize(uploading, 'file')} to finish uploading, then publish.`)
    return onSavedDraft(({ id, revision, begun, findings }) => {
      if (findings.length > 0)
        throw new ActionError(
          `First, fix the ${findings.length === 1 ? 'item' : `${findings.length} items`} listed above.`,
        )
      return call<typeof publishProduct>('POST /Academy/api/studio/products/:id/publish/', {
        params: { id },
        body: { revision, begun, is_on_sale: isOnSale },
        limitMs: 60_000,
      })
    })
  },
  discard: async () => {
    const draft = getDraft()
    const { id, address } = draft.current().worked
    draft.stop()
    const reply = await call<typeof discardProductDraft>('POST /Academy/api/studio/products/:id/discard/', {
      params: { id },
    })
    // A product that was never published no longer exists after its draft is discarded.
    if (address !== null) await draft.refresh()
    return reply
  },
  restoreVersion: async (number: number) => {
    const draft = getDraft()
    const { message } = await call<typeof restoreVersion>(
      'POST /Academy/api/studio/products/:id/versions/:number/bring-back/',
      { params: { id: draft.current().worked.id, number } },
    )
    await draft.refresh()
    return `${message} Visitors see it after you publish.`
  },
  rebase: async (choices: Record<string, Choice>) => {
    const draft = getDraft()
    await draft.saveNow()
    await call<typeof rebaseProductDraft>('POST /Academy/api/studio/products/:id/update/', {
      params: { id: draft.current().worked.id },
      body: { choices },
    })
    await draft.refresh()
    return 'The draft is up to date.'
  },
  settleConflicts: (choices: Record<string, Choice>) => getDraft().settle(choices),
  notifyOwners: async (id: string, lecture: string, body: { what: string; why: string }) => {
    const { message } = await call<typeof notifyOwners>(
      'POST /Academy/api/studio/products/:id/lectures/:lecture/tell/',
      { params: { id, lecture }, body },
    )
    return { message, notifications: await readNotifications(id, lecture) }
  },
  workOutStudyTime: (id: string) =>
    call<typeof readWorksheet>('GET /Academy/api/studio/products/:id/study-time/', { params: { id } }),
}
