import { imageAddress } from '#shared/image-address.ts'
import { imagesOf, mediaAddressFor, type Viewer } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { readPage } from '#shared/paging.ts'
import {
  type DocumentRow,
  findDocumentOf,
  findPublishedDocument,
  listOwnedDocuments,
  listPublishedDocuments,
} from './documents.queries.ts'

type DocumentDeps = Pick<Deps, 'db' | 'config' | 'now'>

const noSuchDocument = () => new AppError('not_found', 'No such document.')

export async function allDocuments(deps: DocumentDeps, member: Viewer | undefined) {
  return shownTo(deps, member, await listPublishedDocuments(deps.db, member?.id))
}

export async function pageOfDocuments({ db }: Pick<Deps, 'db'>, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedDocuments(db, memberId, part))
  const covers = await imagesOf(db, rows)
  return { documents: rows.map((row) => ({ ...row, images: covers.get(row.id) ?? [] })), ...page }
}

export async function myDocuments(deps: DocumentDeps, member: Viewer) {
  return shownTo(deps, member, await listOwnedDocuments(deps.db, member.id))
}

export async function documentInShop(deps: DocumentDeps, member: Viewer | undefined, slug: string) {
  return detail(deps, member, await findPublishedDocument(deps.db, member?.id, slug))
}

/** A document that the member has not bought comes without its files, so that its page can offer it. */
export async function documentOfMember(deps: DocumentDeps, member: Viewer, slugOrPurchaseId: string) {
  return detail(deps, member, await findDocumentOf(deps.db, member.id, slugOrPurchaseId))
}

async function detail(
  deps: DocumentDeps,
  member: Viewer | undefined,
  row: Awaited<ReturnType<typeof findPublishedDocument>>,
) {
  const [document] = row ? await shownTo(deps, member, [row]) : []
  if (!row || !document) throw noSuchDocument()
  const addressOf = (drawn: { id: string; name: string } | null) => drawn && imageAddress(drawn.id, drawn.name)
  const inside = row.inside.map(({ preview, sample, ...file }) => {
    return { ...file, preview: addressOf(preview), sample: addressOf(sample) }
  })
  return { ...document, inside }
}

/** Documents with their covers, and with addresses of their files that are the member's own. */
async function shownTo(deps: DocumentDeps, member: Viewer | undefined, rows: DocumentRow[]) {
  const covers = await imagesOf(deps.db, rows)
  return rows.map((row) => ({
    ...row,
    images: covers.get(row.id) ?? [],
    files:
      member === undefined
        ? []
        : row.files.map((file) => ({ name: file.label, address: mediaAddressFor(deps, member, file) })),
  }))
}
