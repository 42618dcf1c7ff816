import { useState } from 'react'
import { classes } from './classes.ts'

export type PictureFile = {
  format: 'avif' | 'webp'
  width: number
  /** The aspect ratio, if it is not 16:9. */
  height?: number
  url: string
}

type PictureProps = {
  images?: readonly PictureFile[] | undefined
  /** A single image, for data that has only the specification's field. Used if `images` is empty. */
  src?: string | null | undefined
  alt: string
  /** The displayed width, as in `<img sizes>`. */
  sizes: string
  /** For the main image that is visible when the page opens: it loads before other images and the scripts. */
  eager?: boolean
  /** The frame: a cover (16:9), portrait (4:5), the home page's picture (8:7), or the image's own height. */
  shape?: keyof typeof SHAPES
  className?: string
}

const SHAPES = { cover: 'aspect-video', upright: 'aspect-4/5', hero: 'aspect-8/7', own: 'h-auto' }

/** An image in a frame of known height. If there is none, or it fails to load, a drawing of a document replaces it. */
export function Picture(props: PictureProps) {
  const { images = [], src, alt, sizes, eager = false, shape = 'cover', className } = props
  const [isBroken, setBroken] = useState(false)
  const widest = images.findLast((image) => image.format === 'webp')
  const address = widest?.url ?? src ?? undefined
  const frame = classes('block w-full bg-wash object-cover', SHAPES[shape], className)
  if (isBroken || !address) return <PicturePlaceholder alt={alt} className={frame} />
  return (
    <picture className="contents">
      {(['avif', 'webp'] as const).map((format) => {
        const srcSet = images.filter((image) => image.format === format).map((image) => `${image.url} ${image.width}w`)
        return (
          srcSet.length > 0 && <source key={format} type={`image/${format}`} srcSet={srcSet.join(', ')} sizes={sizes} />
        )
      })}
      <img
        src={address}
        alt={alt}
        {...(widest?.height === undefined
          ? { width: 1280, height: 720 }
          : { width: widest.width, height: widest.height })}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'auto' : 'async'}
        className={frame}
        onError={() => setBroken(true)}
        // The image may have failed to load before this script ran.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true)
        }}
      />
    </picture>
  )
}

function PicturePlaceholder({ alt, className }: { alt: string; className: string }) {
  return (
    <svg
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <rect width="320" height="180" fill="var(--color-wash)" />
      <circle cx="160" cy="90" r="120" fill="var(--color-line)" opacity=".45" />
      <g transform="rotate(-4 160 90)">
        <rect x="112" y="22" width="96" height="136" rx="5" fill="var(--color-surface)" stroke="var(--color-line)" />
        <path
          d="M126 44h36M126 60h68M126 74h68M126 88h52M126 102h68M126 116h44"
          stroke="var(--color-edge)"
          strokeWidth="4"
          strokeLinecap="round"
          opacity=".55"
        />
      </g>
    </svg>
  )
}
