import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { imageUrlOf } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { documentText } from '#shared/markdown.ts'
import { formatOf, withoutFormat } from './documents.rules.ts'
import {
  type DocumentDetail,
  type DocumentInFull,
  type DocumentOnShelf,
  listDocuments,
  listDocumentsPage,
  listMyDocuments,
  readDocument,
  readMyDocument,
} from './documents.contract.ts'
import { allDocuments, documentInShop, documentOfMember, myDocuments, pageOfDocuments } from './documents.service.ts'

export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listDocuments, async ({ member }) => (await allDocuments(deps, member)).map(inFull))
  serve(app, listDocumentsPage, async ({ params, member }) => {
    const { documents, ...page } = await pageOfDocuments(deps, member?.id, params.page)
    return { items: documents.map(onShelf), ...page }
  })
  serve(app, readDocument, async ({ params, member }) => inDetail(deps, await documentInShop(deps, member, params.id)))
  serve(app, listMyDocuments, async ({ member }) => (await myDocuments(deps, member)).map(inFull))
  serve(app, readMyDocument, async ({ params, member }) =>
    inDetail(deps, await documentOfMember(deps, member, params.id)),
  )
}

type Whole = Awaited<ReturnType<typeof allDocuments>>[number]

async function inDetail(
  { db }: Pick<Deps, 'db'>,
  document: Awaited<ReturnType<typeof documentInShop>>,
): Promise<DocumentDetail> {
  const description = documentText(document.fullDescription)
  const rendered = await readRendered(db, [description])
  return {
    ...inFull(document),
    document_full_description_html: rendered(description).html,
    inside: document.inside.map(({ name, contentType, pages, preview, sample }) => ({
      name: withoutFormat(name),
      format: formatOf(contentType),
      pages,
      preview_url: preview,
      sample_page_url: sample,
    })),
    isDisputed: document.isDisputed,
  }
}

function inFull(document: Whole): DocumentInFull {
  return {
    ...onShelf(document),
    document_full_description: document.fullDescription,
    files: document.files.map(({ name, address }) => ({ fileName: name, fileURL: address })),
  }
}

function onShelf(document: Omit<Whole, 'files'>): DocumentOnShelf {
  const { slug, images, title, shortDescription, priceCents, currency, isPurchased } = document
  return {
    id_: slug,
    imageURL: imageUrlOf(images),
    images,
    document_title: title,
    document_short_description: shortDescription,
    price: decimalOf(cents(priceCents)),
    currency,
    isPurchased,
  }
}
