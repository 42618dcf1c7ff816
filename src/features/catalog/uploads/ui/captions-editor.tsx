import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Mistake } from './progress.ts'
import { startUpload } from './tasks.ts'
import type { FieldFile } from './upload-field.tsx'
import { useFileAddress } from './use-file-address.ts'

type CaptionsEditorProps = {
  /** The captions to edit, or null to start with none. */
  captions: FieldFile | null
  /** A file that was rejected because it has errors. It is fixed here, and stored in place of the current one. */
  refused: File | undefined
  /** The video to play next to the text, or null if there is only audio or nothing. */
  video: FieldFile | null
  productId: string
  /** The name of the upload field for the changed file. */
  name: string
  onChange: (file: FieldFile) => void
  onClose: () => void
}

/** Edits captions next to their video. Reports errors by line while typing, and saves the result as a new file. */
export function CaptionsEditor(props: CaptionsEditorProps) {
  const { captions, refused } = props
  if (refused) return <CaptionsWithErrors {...props} refused={refused} />
  return captions ? (
    <StoredCaptions {...props} captions={captions} />
  ) : (
    <Editor {...props} first={EMPTY} called="captions.vtt" />
  )
}

const EMPTY = 'WEBVTT\n\n'

function CaptionsWithErrors({ refused, ...props }: CaptionsEditorProps & { refused: File }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    import('#features/foundation/files/ui/check-file.ts')
      .then(({ readCaptionFile }) => readCaptionFile(refused))
      .then(setText, (error: unknown) => {
        console.error(error)
        setText('')
      })
  }, [refused])
  if (text === undefined) return <Skeleton className="h-96" />
  return <Editor {...props} refused={refused} first={text} called={refused.name} />
}

function StoredCaptions({ captions, ...props }: CaptionsEditorProps & { captions: FieldFile }) {
  const address = useFileAddress(captions.id, props.productId)
  const [text, setText] = useState<string | null>()
  useEffect(() => {
    if (!address) return
    const left = new AbortController()
    fetch(address, { signal: left.signal })
      .then(async (reply) => setText(reply.ok ? await reply.text() : null))
      .catch((error: unknown) => {
        if (left.signal.aborted) return
        console.error(error)
        setText(null)
      })
    return () => left.abort()
  }, [address])
  if (address === null || text === null)
    return <Notice kind="error">The captions can’t be read right now. Try again in a moment.</Notice>
  if (text === undefined) return <Skeleton className="h-96" />
  return <Editor {...props} captions={captions} first={text.replaceAll(/\r\n?/g, '\n')} called={captions.name} />
}

function Editor({
  video,
  productId,
  name,
  onChange,
  onClose,
  first,
  called,
}: CaptionsEditorProps & { first: string; called: string }) {
  const [text, setText] = useState(first)
  const mistakes = useCaptionErrors(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const player = useRef<HTMLVideoElement>(null)

  const goTo = (line: number) => {
    const area = field.current
    if (!area) return
    const lines = text.split('\n')
    const from = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
    area.focus()
    area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
    // Browsers scroll to text that is typed, but not to text that is selected.
    area.scrollTop = Math.max(0, ((line - 4) / lines.length) * area.scrollHeight)
  }
  const insertTimes = () => {
    const area = field.current
    if (!area) return
    const now = player.current?.currentTime ?? 0
    const cue = `${getCueTime(now)} --> ${getCueTime(now + 3)}\n`
    const at = area.selectionStart
    const before = text.slice(0, at)
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    setText(`${before}${gap}${cue}${text.slice(at)}`)
    const caret = at + gap.length + cue.length
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(caret, caret)
    })
  }
  const save = () => {
    startUpload(name, new File([text], called, { type: 'text/vtt' }), 'captions', onChange)
    onClose()
  }
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      <div className="grid gap-4 lg:grid-cols-2">
        {video && <VideoPreview video={video} productId={productId} player={player} />}
        <TextArea
          ref={field}
          label="Captions"
          hint="Start each caption with its times, such as 00:01:02.500 --> 00:01:05.000. End it with a blank line."
          rows={14}
          spellCheck
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className="font-mono text-sm"
        />
      </div>
      <div role="status" className="text-sm">
        {mistakes &&
          (mistakes.length === 0
            ? 'No errors.'
            : `${mistakes.length === 1 ? 'One error' : `${mistakes.length} errors`}:`)}
      </div>
      {mistakes && mistakes.length > 0 && (
        <ul aria-label="Errors" className="flex flex-col gap-1 text-sm">
          {mistakes.map(({ line, message }, place) => (
            <li key={`${line} ${place}`} className="flex flex-wrap items-baseline gap-x-2">
              {line !== undefined && (
                <Button variant="link" className="-mx-3" onClick={() => goTo(line)}>
                  Line {line}
                </Button>
              )}
              <span className="min-w-0 flex-1 basis-52 text-danger">{message}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button disabled={!mistakes || mistakes.length > 0 || text === first} onClick={save}>
          Save captions
        </Button>
        <Button variant="quiet" onClick={insertTimes}>
          Insert {video ? 'video time' : 'times'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function VideoPreview({
  video,
  productId,
  player,
}: {
  video: FieldFile
  productId: string
  player: RefObject<HTMLVideoElement | null>
}) {
  const address = useFileAddress(video.id, productId)
  if (address === null) return <Notice>The video can’t be shown right now. Try again in a moment.</Notice>
  return (
    // This video has no captions yet, because they are being written here.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={player}
      src={address}
      controls
      playsInline
      preload="metadata"
      aria-label={`Video ${video.name}`}
      className="aspect-video w-full rounded-control bg-night lg:sticky lg:top-24"
    />
  )
}

const DEBOUNCE_MS = 300

/** Returns the errors in the captions, or undefined until the current text has been checked. */
function useCaptionErrors(text: string): readonly Mistake[] | undefined {
  const [looked, setLooked] = useState<{ text: string; mistakes: readonly Mistake[] }>()
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(() => {
      import('#features/foundation/files/ui/check-file.ts').then(
        ({ checkCaptions: lookIntoCaptions }) => {
          if (!isOld) setLooked({ text, mistakes: lookIntoCaptions(text) })
        },
        (error: unknown) => console.error(error),
      )
    }, DEBOUNCE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [text])
  return looked?.text === text ? looked.mistakes : undefined
}

/** Formats a time for captions, such as `00:01:02.500`. */
function getCueTime(seconds: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const thousandths = String(Math.floor((seconds % 1) * 1_000)).padStart(3, '0')
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${thousandths}`
}
