import { imagesOf, imageUrlOf, mediaAddressFor, type Viewer } from '#features/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { readPage } from '#shared/paging.ts'
import type { DocumentDetail, DocumentInFull, DocumentOnShelf } from './documents.contract.ts'
import {
  type DocumentRow,
  findDocumentOf,
  findPublishedDocument,
  listOwnedDocuments,
  listPublishedDocuments,
} from './documents.queries.ts'

type DocumentDeps = Pick<Deps, 'db' | 'config' | 'now'>

const noSuchDocument = () => new AppError('not_found', 'No such document.')

export async function allDocuments(deps: DocumentDeps, member: Viewer | undefined): Promise<DocumentInFull[]> {
  return allInFull(deps, member, await listPublishedDocuments(deps.db, member?.id))
}

export async function pageOfDocuments({ db }: Pick<Deps, 'db'>, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedDocuments(db, memberId, part))
  const covers = await imagesOf(db, rows)
  return { items: rows.map((row) => onShelf(row, covers)), ...page }
}

export async function myDocuments(deps: DocumentDeps, member: Viewer): Promise<DocumentInFull[]> {
  return allInFull(deps, member, await listOwnedDocuments(deps.db, member.id))
}

export async function documentInShop(
  deps: DocumentDeps,
  member: Viewer | undefined,
  slug: string,
): Promise<DocumentDetail> {
  const document = await findPublishedDocument(deps.db, member?.id, slug)
  if (!document) throw noSuchDocument()
  return detailOf(deps, member, document)
}

/** For who has not bought it, it comes without its files, to be bought. */
export async function documentOfMember(deps: DocumentDeps, member: Viewer, id: string): Promise<DocumentDetail> {
  const document = await findDocumentOf(deps.db, member.id, id)
  if (!document) throw noSuchDocument()
  return detailOf(deps, member, document)
}

type Covers = Awaited<ReturnType<typeof imagesOf>>

async function allInFull(
  deps: DocumentDeps,
  member: Viewer | undefined,
  rows: DocumentRow[],
): Promise<DocumentInFull[]> {
  const covers = await imagesOf(deps.db, rows)
  return rows.map((row) => inFull(deps, member, row, covers))
}

async function detailOf(deps: DocumentDeps, member: Viewer | undefined, row: DocumentRow): Promise<DocumentDetail> {
  return {
    ...inFull(deps, member, row, await imagesOf(deps.db, [row])),
    document_full_description_html: markdownToHtml(row.fullDescription),
    isDisputed: row.isDisputed,
  }
}

function inFull(deps: DocumentDeps, member: Viewer | undefined, row: DocumentRow, covers: Covers): DocumentInFull {
  return {
    ...onShelf(row, covers),
    document_full_description: row.fullDescription,
    files:
      member === undefined
        ? []
        : row.files.map(({ label, ...file }) => ({
            fileName: label,
            fileURL: mediaAddressFor(deps, member, file),
          })),
  }
}

function onShelf(row: DocumentRow, covers: Covers): DocumentOnShelf {
  const images = covers.get(row.id)
  return {
    id_: row.slug,
    imageURL: imageUrlOf(images),
    images: images ?? [],
    document_title: row.title,
    document_short_description: row.shortDescription,
    price: decimalOf(cents(row.priceCents)),
    currency: row.currency,
    isPurchased: row.isPurchased,
  }
}
