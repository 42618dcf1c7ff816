import { useEffect, useEffectEvent, useId } from 'react'
import { saveAs } from '#web/client/save-as.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { CopyField } from './copy-field.tsx'
import type { couponActions } from './coupon-actions.ts'

type QrCode = { size: number; picture: string }

/** A scanner needs a margin of four modules. */
const MARGIN = 4
const PNG_PIXELS = 1_000

/** The link that applies a coupon, and its QR code to download. */
export function CouponLink({ code }: { code: string }) {
  const title = useId()
  const action = useAction<typeof couponActions>()
  const link = action.result('readCouponLink')
  const load = (path: string | null) => void action.submit('readCouponLink', code, path)
  const loadFirst = useEffectEvent(() => load(null))
  useEffect(() => loadFirst(), [code])
  return (
    <section aria-labelledby={title} className="flex w-full flex-col gap-4 border-t border-line pt-4">
      <h2 id={title} className="font-sans text-base font-semibold">
        Link with coupon {code}
      </h2>
      <p className="text-sm text-muted">Buyers who open this link get the coupon at checkout, without typing it.</p>
      {action.isBusy && !link && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner /> Loading...
        </p>
      )}
      {action.status?.kind === 'error' && <ActionNotice action={action} />}
      {link && (
        <>
          <SelectField
            label="Page"
            value={link.path}
            options={link.pages.map(({ path, name }) => ({ value: path, label: name }))}
            onChange={(path) => load(path)}
          />
          <CopyField key={link.address} label="Link" action="Copy link" value={link.address} />
          <QrCodePicture code={link} address={link.address} name={`coupon-${code}`} />
        </>
      )}
    </section>
  )
}

function QrCodePicture({ code, address, name }: { code: QrCode; address: string; name: string }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <svg
        role="img"
        aria-label={`QR code with the link ${address}`}
        viewBox={getViewBox(code)}
        className="size-40 rounded-control bg-white"
      >
        <path d={code.picture} fill="#000" />
      </svg>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => saveAs(toSvg(code), `${name}.svg`)}>
          Download SVG
        </Button>
        <Button variant="quiet" onClick={() => void savePng(code, `${name}.png`)}>
          Download PNG
        </Button>
      </div>
    </div>
  )
}

function getViewBox({ size }: QrCode): string {
  return `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`
}

function toSvg(code: QrCode): Blob {
  const ground = `<path d="M${-MARGIN} ${-MARGIN}h${code.size + 2 * MARGIN}v${code.size + 2 * MARGIN}h${-code.size - 2 * MARGIN}z" fill="#fff"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${getViewBox(code)}" shape-rendering="crispEdges">${ground}<path d="${code.picture}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

async function savePng({ size, picture }: QrCode, name: string): Promise<void> {
  // Whole pixels for each module keep the edges sharp.
  const scale = Math.floor(PNG_PIXELS / (size + 2 * MARGIN))
  const side = scale * (size + 2 * MARGIN)
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.fillStyle = '#000'
  context.setTransform(scale, 0, 0, scale, scale * MARGIN, scale * MARGIN)
  context.fill(new Path2D(picture))
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (file) saveAs(file, name)
}
