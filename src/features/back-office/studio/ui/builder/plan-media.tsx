import { lazy, Suspense, useState } from 'react'
import type { Path } from '#shared/plan-changes.ts'
import { useRefusedFile } from '#features/catalog/uploads/ui/tasks.ts'
import type { FieldFile } from '#features/catalog/uploads/ui/upload-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'
import { findFile, PlanFileField } from './plan-files.tsx'

const CaptionsEditor = lazy(async () => ({
  default: (await import('#features/catalog/uploads/ui/captions-editor.tsx')).CaptionsEditor,
}))
const PosterFrame = lazy(async () => ({
  default: (await import('#features/catalog/uploads/ui/poster-frame.tsx')).PosterFrame,
}))

type VideoFieldProps = { at: Path; /** The path, in the plan, of the video to which this field belongs. */ video: Path }

/** Captions as a file, or written and edited next to the video. */
export function PlanCaptionsField({ at, video }: VideoFieldProps) {
  const { isOpen, setOpen, file, videoFile, name, onChange, productId } = useMedia({ at, video })
  const refused = useRefusedFile(name)
  const [mended, setMended] = useState<File>()
  const words = refused ? 'Fix captions…' : file ? 'Edit captions…' : 'Write captions…'
  return (
    <div className="flex flex-col items-stretch gap-2">
      <PlanFileField
        at={at}
        use="captions"
        label="Captions"
        hint="A WebVTT (.vtt) or SubRip (.srt) file, up to 1 MB. We’ll point out errors by line."
      />
      {isOpen ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <CaptionsEditor
            captions={file}
            refused={mended}
            video={videoFile}
            productId={productId}
            name={name}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <div>
          <Button
            variant="link"
            className="-ml-3"
            onClick={() => {
              setMended(refused)
              setOpen(true)
            }}
          >
            {words}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A video's still image before playback: an uploaded picture, or a frame of the video. */
export function PlanPosterField({ at, video }: VideoFieldProps) {
  const { isOpen, setOpen, videoFile, name, onChange, productId } = useMedia({ at, video })
  return (
    <div className="flex flex-col items-stretch gap-2">
      <PlanFileField at={at} use="picture" label="Poster" hint="The image shown before the video plays." />
      {videoFile && isOpen && (
        <Suspense fallback={<Skeleton className="aspect-video" />}>
          <PosterFrame
            video={videoFile}
            productId={productId}
            name={name}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {videoFile && !isOpen && (
        <div>
          <Button variant="link" className="-ml-3" onClick={() => setOpen(true)}>
            Use a video frame…
          </Button>
        </div>
      )}
    </div>
  )
}

function useMedia({ at, video }: VideoFieldProps) {
  const { saver, view } = useDraft()
  const [isOpen, setOpen] = useState(false)
  const file = findFile(view.worked.files, usePlanField<string | null>(at).value)
  const videoFile = findFile(view.worked.files, usePlanField<string | null>(video).value)
  const productId = view.worked.id
  const onChange = (stored: FieldFile) => {
    saver.know(stored)
    saver.set(at, stored.id)
  }
  return { isOpen, setOpen, file, videoFile, productId, onChange, name: `${productId} ${at.join('/')}` }
}
