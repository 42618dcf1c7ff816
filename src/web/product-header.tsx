import type { ReactNode } from 'react'
import { Picture, type PictureFile } from './picture.tsx'

type ProductHeaderProps = {
  title: string
  text: string
  /** Below the words, but beside them on tablets: price and button stay in sight. */
  image?: { images?: readonly PictureFile[] | undefined; src?: string | null | undefined; alt: string }
  children?: ReactNode
}

/** What a page says first of a course, a podcast or a document. */
export function ProductHeader({ title, text, image, children }: ProductHeaderProps) {
  return (
    <header className="flex flex-col gap-5 sm:gap-7">
      <div className="grid grid-cols-1 items-center gap-x-8 gap-y-5 sm:gap-y-7 sm:max-md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className={image ? undefined : 'col-span-full'}>
          <h1 className="text-2xl sm:max-md:text-xl">{title}</h1>
          <p className="mt-3 max-w-text text-balance text-muted">{text}</p>
        </div>
        {image && (
          // A box of its own: in the grid itself each `<source>` of the picture would take a cell.
          <div>
            <Picture
              {...image}
              sizes="(min-width: 1264px) 784px, (min-width: 900px) 60vw, (min-width: 600px) 38vw, 100vw"
              eager
              className="rounded-card border border-line"
            />
          </div>
        )}
      </div>
      {children}
    </header>
  )
}
