import { renderForPage } from '#features/foundation/markdown/markdown.public.ts'
import { toPreviewedProduct, withPlanPrice } from '#features/foundation/product-folders/product-folders.public.ts'
import { isSellablePrice } from '#features/foundation/products/products.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { parseCents } from '#shared/money.ts'
import { readDate } from '#shared/typed-dates.ts'
import { toPodcastDetail } from './podcast-details.service.ts'
import type { PodcastPlan } from './podcast-model.contract.ts'
import type { PodcastDetail } from './podcasts.contract.ts'
import { canPlay } from './podcasts.rules.ts'

/**
 * Returns a draft as a member who has not bought it would see it if it were published now. Anything may be missing. It
 * has the ID of its recording only if that member may listen.
 */
export async function previewPodcast({ db, now }: Pick<Deps, 'db' | 'now'>, plan: PodcastPlan): Promise<PodcastDetail> {
  const product = toPreviewedProduct(plan)
  const read = readDate(plan.launch_date)
  const launchDate = 'text' in read ? read.text : ''
  const today = formatDay(now(), (await readSite(db)).timeZone)
  const access = {
    isForSale: parseCents(plan.price) === undefined || isSellablePrice(product.priceCents),
    isPurchased: false,
    isLaunched: launchDate !== '' && launchDate <= today,
  }
  const { html } = await renderForPage(toDocumentMarkdown(product.fullDescription))
  const podcast = {
    ...product,
    ...access,
    launchDate,
    mediaId: canPlay(access) ? (plan.audio ?? plan.video) : null,
    audioAddress: null,
    videoAddress: null,
    captionsAddress: null,
    posterAddress: null,
  }
  return withPlanPrice(toPodcastDetail(podcast, html), plan)
}
