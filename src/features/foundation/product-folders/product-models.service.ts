import { z } from 'zod'
import type { Executor } from '#db/open-database.ts'
import {
  listEarlierAddresses,
  type ProductDraft,
  type ProductFile,
  type ProductSaveContext,
  saveProduct,
  type SaveContext,
} from '#features/foundation/products/products.public.ts'
import type { Kind } from '#shared/kinds.ts'
import { type MarkdownText, toDocumentMarkdown } from '#shared/markdown.ts'
import { type LocatedText, type PlanFields, type PlanFinding, planKeys } from './draft-plans.contract.ts'
import {
  buildDraftFromFolder,
  joinPath,
  type ProductPlan,
  readBody,
  readCover,
  type FolderReadContext,
  readPage,
} from './folder-reading.service.ts'
import { listCoverFiles, type StoredProduct } from './folder-writing.queries.ts'
import { type FolderWriteContext, saveCover, writePage } from './folder-writing.service.ts'
import {
  blankPlan,
  type Field,
  type Fields,
  fileShape,
  type PlanOf,
  type Plans,
  planShape,
  type Section,
  type ValuesOf,
} from './product-fields.contract.ts'
import { describeFields, type FieldView, replaceFiles, reportFields } from './product-fields.rules.ts'
import { EMPTY_PLAN, loadCommonPlan, buildDraftFromPlan, validateCommonFields } from './plan-fields.service.ts'
import { PlanValidator } from './plan-fields.rules.ts'
import { type Check, type Finding, group, productKeys } from './product-folders.contract.ts'
import type { ProductParts } from './product-parts.rules.ts'
import {
  listMarkdown,
  type PlanFiles,
  readFiles,
  readTexts,
  validateFields,
  writeRecord,
} from './product-records.service.ts'

/** A kind of product. `fields` are its page's fields, except for those that every product has. */
export type ProductModel<F extends Fields, Plan extends object = object, Values extends object = object> = {
  kind: Kind
  fields: F
  /** Checks rules that involve several fields of a folder's page. */
  check?: Check
  /** Like `check`, for a draft. */
  checkPlan?(reading: PlanValidator, plan: PlanOf<F>): void
  /** Checks a folder's page together with its files. */
  checkFiles?(written: Readonly<Record<string, unknown>>, files: readonly ProductFile[]): Finding[]
  /** Loads the stored product as a draft, without the fields that every product has. */
  load(db: Executor, product: StoredProduct): Promise<PlanOf<F> & Plan>
  save(saving: SaveContext, product: { id: string; priceCents: number }, values: ValuesOf<F> & Values): Promise<void>
  sections?: ProductSections<Plan, Values>
}

/** What a product has in addition to its page, such as a course's lectures and exam. */
export type ProductSections<Plan extends object, Values extends object> = {
  /** The parts of a draft that have their own editors. */
  parts: Readonly<Record<keyof Plan & string, Section>>
  /** `page` contains the keys of the product's page, valid or not. */
  read(
    reading: FolderReadContext,
    at: string,
    page: Readonly<Record<string, unknown>> | undefined,
  ): Promise<{ values: Values; texts: MarkdownText[] } | undefined>
  check(reading: PlanValidator, plan: Plan, files: PlanFiles): Values | undefined
  texts(plan: Plan): LocatedText[]
  write(writing: FolderWriteContext, plan: Plan): Promise<void>
  report(db: Executor, product: StoredProduct, plan: Plan): Promise<ProductParts>
}

export type PublishContext = Pick<ProductDraft, 'position' | 'cover' | 'isPublished'> & { id: string; files: PlanFiles }

/**
 * Describes how products of one kind are read from and written to a folder of plain files, edited in the studio, and
 * saved.
 */
export type ProductFormat = {
  /** The fields for the studio's form and for lists of changes. */
  fields: FieldView[]
  schema: z.ZodType<PlanFields>
  blank: PlanFields
  /** Returns the content of a draft that may be copied to another product. */
  copy(plan: PlanFields): PlanFields
  /** Loads the stored product as a draft. */
  load(db: Executor, product: StoredProduct): Promise<PlanFields>
  /** Lists all Markdown texts of a draft, with their paths. */
  texts(plan: PlanFields): LocatedText[]
  /** Validates a draft against the folder's rules. Returns findings, or how to save it. */
  check(
    plan: PlanFields,
    publishing: PublishContext,
  ): { findings: PlanFinding[] } | { priceCents: number; save: (saving: ProductSaveContext) => Promise<void> }
  /**
   * Reads the product in the folder `at`. If anything is wrong, adds to the reader's problems and returns undefined.
   */
  read(reading: FolderReadContext, at: string, slug: string): Promise<ProductPlan | undefined>
  write(writing: FolderWriteContext): Promise<void>
  /**
   * Describes the stored product by the names of parts that its author knows. `plan` is what `load` returned for it.
   */
  parts(db: Executor, product: StoredProduct, plan: PlanFields): Promise<ProductParts>
}

export function createProductFormat<F extends Fields, Plan extends object, Values extends object>(
  model: ProductModel<F, Plan, Values>,
): ProductFormat {
  const { kind, fields, sections } = model
  type Draft = PlanFields & PlanOf<F> & Plan
  const pageFile = `${kind}.md`
  const pageSchema = group({ ...productKeys, ...fileShape<Fields>(fields) })

  const notCopied = blankPlan<Plans>(
    Object.fromEntries(Object.entries<Field>(fields).filter(([, { isCopied }]) => isCopied === false)),
  )

  async function load(db: Executor, product: StoredProduct): Promise<Draft> {
    return { ...(await loadCommonPlan(db, product)), ...(await model.load(db, product)) }
  }

  const saveWith = (draft: ProductDraft, values: ValuesOf<F> & Values) => async (saving: ProductSaveContext) => {
    const id = await saveProduct(saving, kind, draft)
    await model.save(saving, { id, priceCents: draft.priceCents }, values)
  }

  return {
    fields: describeFields({ ...fields, ...sections?.parts }),
    schema: z.looseObject({ ...planKeys, ...planShape<Plans>({ ...fields, ...sections?.parts }) }),
    blank: { ...EMPTY_PLAN, ...blankPlan<Plans>({ ...fields, ...sections?.parts }) },
    copy: (plan) => ({ ...plan, ...notCopied }),
    load,
    texts: (plan) => [
      { ...toDocumentMarkdown(plan.description), at: ['description'] },
      ...listMarkdown(fields, plan).map(({ at, text }) => ({ ...toDocumentMarkdown(text), at: at.map(String) })),
      ...(sections?.texts(plan as Draft) ?? []),
    ],
    check(given, publishing) {
      const plan = given as Draft
      const reading = new PlanValidator()
      validateCommonFields(reading, plan)
      const { name, short, price } = plan
      const { page, values, written, files } = validateFields(reading, fields, plan, {
        at: [],
        files: publishing.files,
        schema: pageSchema,
        more: { name, short, price },
      })
      for (const { path, message } of model.checkFiles?.(written, [...files.values()]) ?? [])
        reading.addError(path.map(String), message)
      model.checkPlan?.(reading, plan)
      const more = sections ? sections.check(reading, plan, publishing.files) : ({} as Values)
      if (reading.findings.length > 0 || !page || !more) return { findings: reading.findings }
      const draft = buildDraftFromPlan(plan, page, publishing)
      return { priceCents: draft.priceCents, save: saveWith(draft, { ...values, ...more }) }
    },
    async read(reading, at, slug) {
      const page = await readPage(reading, pageSchema, joinPath(at, pageFile), model.check)
      const cover = page && (await readCover(reading, at, page))
      const files = page ? await readFiles(reading, at, page, fields) : new Map<string, ProductFile>()
      const texts = page ? [await readBody(reading, page, 'document'), ...(await readTexts(reading, page, fields))] : []
      const more = sections
        ? await sections.read(reading, at, page?.raw as Readonly<Record<string, unknown>> | undefined)
        : { values: {} as Values, texts: [] }
      if (!page?.value || !cover || !more) return undefined
      for (const { path, message } of model.checkFiles?.(page.raw as Record<string, unknown>, [...files.values()]) ??
        [])
        reading.problems.push({ file: page.at, line: page.lineOf(path), message: `${path.join(', ')}: ${message}` })
      const draft = buildDraftFromFolder(slug, page.value, page.body, cover)
      const { earlierAddresses, title } = draft
      const save = saveWith(draft, { ...replaceFiles<ValuesOf<F>>(fields, page.value, files), ...more.values })
      return { kind, slug, earlierAddresses, title, at: page.at, texts: [...texts, ...more.texts], save }
    },
    async write(writing) {
      const { tx, product } = writing
      const plan = await load(tx, product)
      const { name, short, price } = plan
      const earlier = await listEarlierAddresses(tx, product.id)
      const cover = await saveCover(writing)
      const facts = {
        name,
        short,
        price,
        position: product.position,
        published: product.publishedAt === null ? false : undefined,
        cover,
        ...(earlier.length > 0 && { earlier_addresses: earlier }),
        ...(await writeRecord(writing, fields, plan)),
      }
      await writePage(writing, pageFile, facts, product.fullDescription)
      await sections?.write(writing, plan)
    },
    async parts(db, product, plan) {
      const { address, name, short, price, description } = plan
      const cover = await listCoverFiles(db, product.id)
      return {
        address,
        'former addresses': await listEarlierAddresses(db, product.id),
        name,
        short,
        price,
        position: product.position,
        published: String(product.publishedAt !== null),
        cover: cover.map(({ format, width, sha256 }) => ({ format, width, sha256 })),
        description: [description],
        ...reportFields(fields, plan),
        ...(await sections?.report(db, product, plan as Draft)),
      }
    },
  }
}
