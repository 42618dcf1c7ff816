import { use } from 'react'
import { Hero, InfoBand, WhyChooseUs } from '#features/catalog/home/ui/home-sections.tsx'
import type { SiteForm } from '../site-screen.contract.ts'
import { SiteFiles } from './site-picture.tsx'

/** The texts as visitors will see them, with the stored picture. Its links lead nowhere. */
export function HomePreview({ home }: { home: SiteForm['home_page'] }) {
  const picture = use(SiteFiles).files.find(({ id }) => id === home.picture)?.shown
  const images = picture ? [{ format: 'webp' as const, width: 1280, height: 1120, url: picture }] : []
  return (
    <div inert className="overflow-hidden rounded-card border border-line bg-paper">
      <Hero {...home} images={images} prices={undefined} asVisitor />
      <InfoBand points={home.points} />
      <WhyChooseUs reasons={home.reasons} />
    </div>
  )
}
