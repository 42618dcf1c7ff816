import { imagesOf, imageUrlOf, mediaAddressFor } from '#features/media/media.public.ts'
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

export async function allDocuments(deps: DocumentDeps, memberId: string | undefined): Promise<DocumentInFull[]> {
  return allInFull(deps, memberId, await listPublishedDocuments(deps.db, memberId))
}

export async function pageOfDocuments({ db }: Pick<Deps, 'db'>, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedDocuments(db, memberId, part))
  const covers = await imagesOf(db, rows)
  return { items: rows.map((row) => onShelf(row, covers)), ...page }
}

export async function myDocuments(deps: DocumentDeps, memberId: string): Promise<DocumentInFull[]> {
  return allInFull(deps, memberId, await listOwnedDocuments(deps.db, memberId))
}

export async function documentInShop(
  deps: DocumentDeps,
  memberId: string | undefined,
  slug: string,
): Promise<DocumentDetail> {
  const document = await findPublishedDocument(deps.db, memberId, slug)
  if (!document) throw noSuchDocument()
  return detailOf(deps, memberId, document)
}

/** For who has not bought it, it comes without its files, to be bought. */
export async function documentOfMember(deps: DocumentDeps, memberId: string, id: string): Promise<DocumentDetail> {
  const document = await findDocumentOf(deps.db, memberId, id)
  if (!document) throw noSuchDocument()
  return detailOf(deps, memberId, document)
}

type Covers = Awaited<ReturnType<typeof imagesOf>>

async function allInFull(
  deps: DocumentDeps,
  memberId: string | undefined,
  rows: DocumentRow[],
): Promise<DocumentInFull[]> {
  const covers = await imagesOf(deps.db, rows)
  return rows.map((row) => inFull(deps, memberId, row, covers))
}

async function detailOf(deps: DocumentDeps, memberId: string | undefined, row: DocumentRow): Promise<DocumentDetail> {
  return {
    ...inFull(deps, memberId, row, await imagesOf(deps.db, [row])),
    document_full_description_html: markdownToHtml(row.fullDescription),
  }
}

function inFull(deps: DocumentDeps, memberId: string | undefined, row: DocumentRow, covers: Covers): DocumentInFull {
  return {
    ...onShelf(row, covers),
    document_full_description: row.fullDescription,
    files:
      memberId === undefined
        ? []
        : row.files.map(({ label, ...file }) => ({
            fileName: label,
            fileURL: mediaAddressFor(deps, memberId, file),
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
