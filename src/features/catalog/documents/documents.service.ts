import { imageAddress } from '#shared/image-address.ts'
import { listCoverImages, mediaAddressFor, type Viewer } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { readPage } from '#shared/paging.ts'
import {
  type DocumentRow,
  findMemberDocument,
  findPublishedDocument,
  listOwnedDocuments,
  listPublishedDocuments,
} from './documents.queries.ts'

type DocumentDeps = Pick<Deps, 'db' | 'config' | 'now'>

const documentNotFoundError = () => new AppError('not_found', 'Document not found.')

export async function listAllDocuments(deps: DocumentDeps, member: Viewer | undefined) {
  return toViewFor(deps, member, await listPublishedDocuments(deps.db, member?.id))
}

export async function getDocumentsPage({ db }: Pick<Deps, 'db'>, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedDocuments(db, memberId, part))
  const covers = await listCoverImages(db, rows)
  return { documents: rows.map((row) => ({ ...row, images: covers.get(row.id) ?? [] })), ...page }
}

export async function getMyDocuments(deps: DocumentDeps, member: Viewer) {
  return toViewFor(deps, member, await listOwnedDocuments(deps.db, member.id))
}

export async function getDocument(deps: DocumentDeps, member: Viewer | undefined, slug: string) {
  return toDetail(deps, member, await findPublishedDocument(deps.db, member?.id, slug))
}

/**
 * Returns a document. If the member has no access, the result contains no files, so that the page can offer the
 * document.
 */
export async function getMemberDocument(deps: DocumentDeps, member: Viewer, slugOrPurchaseId: string) {
  return toDetail(deps, member, await findMemberDocument(deps.db, member.id, slugOrPurchaseId))
}

async function toDetail(
  deps: DocumentDeps,
  member: Viewer | undefined,
  row: Awaited<ReturnType<typeof findPublishedDocument>>,
) {
  const [document] = row ? await toViewFor(deps, member, [row]) : []
  if (!row || !document) throw documentNotFoundError()
  const addressOf = (drawn: { id: string; name: string } | null) => drawn && imageAddress(drawn.id, drawn.name)
  const inside = row.inside.map(({ preview, sample, ...file }) => {
    return { ...file, preview: addressOf(preview), sample: addressOf(sample) }
  })
  return { ...document, inside }
}

async function toViewFor(deps: DocumentDeps, member: Viewer | undefined, rows: DocumentRow[]) {
  const covers = await listCoverImages(deps.db, rows)
  return rows.map((row) => ({
    ...row,
    images: covers.get(row.id) ?? [],
    files:
      member === undefined
        ? []
        : row.files.map((file) => ({ name: file.label, address: mediaAddressFor(deps, member, file) })),
  }))
}
