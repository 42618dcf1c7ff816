import { type Image, imagesOf, imageUrlOf, mediaAddressFor } from '#features/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { readPage } from '#shared/paging.ts'
import type { DocumentDetail, DocumentOnShelf } from './documents.contract.ts'
import {
  type DocumentRow,
  findDocumentOf,
  findPublishedDocument,
  listFilesOf,
  listOwnedDocuments,
  listPublishedDocuments,
} from './documents.queries.ts'

type Shelf = Pick<Deps, 'db'>
type Library = Pick<Deps, 'db' | 'config' | 'now'>

const noSuchDocument = () => new AppError('not_found', 'No such document.')

export async function documentsOnShelf({ db }: Shelf, memberId: string | undefined): Promise<DocumentOnShelf[]> {
  return withCovers(db, await listPublishedDocuments(db, memberId))
}

export async function pageOfDocuments({ db }: Shelf, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedDocuments(db, memberId, part))
  return { items: await withCovers(db, rows), ...page }
}

export async function myDocuments({ db }: Shelf, memberId: string): Promise<DocumentOnShelf[]> {
  return withCovers(db, await listOwnedDocuments(db, memberId))
}

export async function documentInShop(
  library: Library,
  memberId: string | undefined,
  slug: string,
): Promise<DocumentDetail> {
  const document = await findPublishedDocument(library.db, memberId, slug)
  if (!document) throw noSuchDocument()
  return detailOf(library, memberId, document)
}

/** For who has not bought it, it comes without its files, to be bought. */
export async function documentOfMember(library: Library, memberId: string, id: string): Promise<DocumentDetail> {
  const document = await findDocumentOf(library.db, memberId, id)
  if (!document) throw noSuchDocument()
  return detailOf(library, memberId, document)
}

async function withCovers(db: Shelf['db'], rows: DocumentRow[]): Promise<DocumentOnShelf[]> {
  const covers = await imagesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => onShelf(row, covers.get(row.id)))
}

async function detailOf(
  library: Library,
  memberId: string | undefined,
  document: DocumentRow & { fullDescription: string },
): Promise<DocumentDetail> {
  const [covers, files] = await Promise.all([
    imagesOf(library.db, [document.id]),
    memberId !== undefined && document.isPurchased ? filesFor(library, memberId, document.id) : [],
  ])
  return {
    ...onShelf(document, covers.get(document.id)),
    document_full_description: document.fullDescription,
    document_full_description_html: markdownToHtml(document.fullDescription),
    files,
  }
}

async function filesFor(library: Library, ownerId: string, productId: string): Promise<DocumentDetail['files']> {
  const rows = await listFilesOf(library.db, productId)
  return rows.map(({ label, id, name }) => ({
    fileName: label,
    fileURL: mediaAddressFor(library, ownerId, { id, name }),
  }))
}

function onShelf(row: DocumentRow, covers: Image[] | undefined): DocumentOnShelf {
  return {
    id_: row.slug,
    imageURL: imageUrlOf(covers),
    images: covers ?? [],
    document_title: row.title,
    document_short_description: row.shortDescription,
    price: decimalOf(cents(row.priceCents)),
    currency: row.currency,
    isPurchased: row.isPurchased,
  }
}
