import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { startUpload } from './tasks.ts'
import type { FieldFile } from './upload-field.tsx'
import { useFileAddress } from './use-file-address.ts'

type PosterFrameProps = {
  video: FieldFile
  productId: string
  /** The name of the upload field for the picture. */
  name: string
  onChange: (file: FieldFile) => void
  onClose: () => void
}

export function PosterFrame({ video, productId, name, onChange, onClose }: PosterFrameProps) {
  const address = useFileAddress(video.id, productId)
  const player = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<string>()
  const take = async () => {
    setFailure(undefined)
    try {
      const picture = player.current && (await captureFrame(player.current))
      if (!picture) throw new Error('The video shows nothing yet')
      const stem = video.name.replace(/[.][^.]+$/, '')
      startUpload(name, new File([picture], `${stem}-poster.jpg`, { type: 'image/jpeg' }), 'picture', onChange)
      onClose()
    } catch (error) {
      console.error(error)
      setFailure('This browser can’t capture a frame of this video. Choose an image instead.')
    }
  }
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      {address === null ? (
        <Notice kind="error">The video can’t be shown right now. Try again in a moment.</Notice>
      ) : (
        // This preview is silent, so it needs no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={player}
          src={address}
          controls
          muted
          playsInline
          preload="auto"
          aria-label={`Video ${video.name}`}
          className="aspect-video w-full rounded-control bg-night"
        />
      )}
      <p className="text-sm text-muted">Play the video, or drag to the frame you want as the poster.</p>
      {failure && <Notice kind="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button disabled={!address} onClick={() => void take()}>
          Use this frame
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

const MAX_WIDTH = 1_920

async function captureFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
  const scale = Math.min(1, MAX_WIDTH / videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
