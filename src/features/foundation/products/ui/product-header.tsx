import type { ReactNode } from 'react'
import { Picture, type PictureFile } from '#web/ui/picture.tsx'

type ProductImage = { images?: readonly PictureFile[] | undefined; src?: string | null | undefined; alt: string }

type ProductHeaderProps = {
  title: string
  text: string
  image?: ProductImage
  children?: ReactNode
}

export function ProductHeader({ title, text, image, children }: ProductHeaderProps) {
  return (
    <header className="flex flex-col gap-5 sm:gap-7">
      <ProductHeaderLayout
        words={<ProductHeading title={title} text={text} />}
        picture={image && <ProductPicture {...image} />}
      />
      {children}
    </header>
  )
}

export function ProductPicture(image: ProductImage) {
  return (
    <Picture
      {...image}
      sizes="(min-width: 1264px) 784px, (min-width: 900px) 60vw, (min-width: 600px) 38vw, 100vw"
      eager
      className="rounded-card border border-line"
    />
  )
}

/**
 * On phones, the picture is below the text. On tablets, it is next to the text, so that the price and the button stay
 * in view. When it plays as a video, it moves below the text.
 */
export function ProductHeaderLayout({ words, picture }: { words: ReactNode; picture: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-center gap-x-8 gap-y-5 sm:gap-y-7 sm:max-md:not-has-[video]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className={picture ? undefined : 'col-span-full'}>{words}</div>
      {/* The picture has its own box, because directly in the grid each of its `<source>` elements would take a cell. */}
      {picture && <div>{picture}</div>}
    </div>
  )
}

export function ProductHeading({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="text-2xl sm:max-md:text-[2rem]/10">{title}</h1>
      <p className="mt-3 max-w-text text-balance text-muted">{text}</p>
    </>
  )
}
