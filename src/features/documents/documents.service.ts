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

type Shelf = Pick<Deps, 'db'>
type Library = Pick<Deps, 'db' | 'config' | 'now'>

const noSuchDocument = () => new AppError('not_found', 'No such document.')

export async function allDocuments(library: Library, memberId: string | undefined): Promise<DocumentInFull[]> {
  return allInFull(library, memberId, await listPublishedDocuments(library.db, memberId))
}

export async function pageOfDocuments({ db }: Shelf, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedDocuments(db, memberId, part))
  const covers = await coversOf(db, rows)
  return { items: rows.map((row) => onShelf(row, covers)), ...page }
}

export async function myDocuments(library: Library, memberId: string): Promise<DocumentInFull[]> {
  return allInFull(library, memberId, await listOwnedDocuments(library.db, memberId))
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

type Covers = Awaited<ReturnType<typeof imagesOf>>

function coversOf(db: Shelf['db'], rows: DocumentRow[]): Promise<Covers> {
  return imagesOf(
    db,
    rows.map(({ id }) => id),
  )
}

async function allInFull(
  library: Library,
  memberId: string | undefined,
  rows: DocumentRow[],
): Promise<DocumentInFull[]> {
  const covers = await coversOf(library.db, rows)
  return rows.map((row) => inFull(library, memberId, row, covers))
}

async function detailOf(library: Library, memberId: string | undefined, row: DocumentRow): Promise<DocumentDetail> {
  return {
    ...inFull(library, memberId, row, await coversOf(library.db, [row])),
    document_full_description_html: markdownToHtml(row.fullDescription),
  }
}

function inFull(library: Library, memberId: string | undefined, row: DocumentRow, covers: Covers): DocumentInFull {
  return {
    ...onShelf(row, covers),
    document_full_description: row.fullDescription,
    files:
      memberId === undefined
        ? []
        : row.files.map(({ label, ...file }) => ({
            fileName: label,
            fileURL: mediaAddressFor(library, memberId, file),
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
