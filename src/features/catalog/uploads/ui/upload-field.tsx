import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { formatClockTime } from '#shared/clock-time.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { UploadedFile } from '../uploads.contract.ts'
import {
  acceptedExtensions,
  formatExtensions,
  MAX_BYTES,
  formatFileSize,
  type UploadPurpose,
} from '../uploads.rules.ts'
import { FileWarnings } from './file-warnings.tsx'
import { startUpload, stopUpload, useUpload, useUploadsWithPrefix } from './tasks.ts'
import { UploadRow } from './upload-row.tsx'

export type FieldFile = UploadedFile

const ICONS: Readonly<Record<UploadPurpose, IconName>> = {
  video: 'video',
  audio: 'audio',
  captions: 'captions',
  picture: 'file',
  handout: 'file',
  cover: 'file',
}

type UploadFieldProps = {
  label: string
  use: UploadPurpose
  file: FieldFile | null
  /** Called with the stored file, or with null if it was removed. */
  onChange: (file: FieldFile | null) => void
  /**
   * A permanent key, such as `lecture k1 video`. While the field is hidden, the upload continues, and it reappears with
   * the field. Without a key, the upload is canceled when the field disappears.
   */
  name?: string
  hint?: ReactNode
  isRequired?: boolean
  error?: string | undefined
  actions?: ReactNode
}

/**
 * A field for a file. The user can choose or drop a file, which is uploaded in chunks, and can replace or remove it.
 */
export function UploadField(props: UploadFieldProps) {
  const { label, use, file, onChange, name, hint, isRequired, error, actions } = props
  const id = useId()
  const key = name ?? id
  const task = useUpload(key, onChange)
  const errorId = `${id}-error`
  const send = ([chosen]: File[]) => chosen && startUpload(key, chosen, use, onChange)
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {file && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line bg-surface px-4 py-3">
          <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">
            <Icon name={ICONS[use]} className="mt-0.5 text-link" />
            <p className="min-w-0">
              <span className="block font-medium wrap-anywhere">{file.name}</span>
              <span className="block text-sm text-muted">{formatFileFacts(file)}</span>
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {actions}
            <Button
              variant="quiet"
              aria-label={`Remove ${file.name}`}
              onClick={() => {
                stopUpload(key)
                onChange(null)
              }}
            >
              Remove
            </Button>
          </div>
          <FileWarnings file={file} />
        </div>
      )}
      {task && <UploadRow task={task} />}
      {!task?.progress && (
        <Chooser
          use={use}
          act={file ? 'Choose another' : 'Choose a file'}
          what={label}
          hint={hint}
          isRequired={isRequired && !file}
          onChosen={send}
        />
      )}
      <UploadMessages
        isBusy={task?.progress !== undefined}
        // If the file was removed again in the meantime, it is not announced as stored.
        hasFailed={task ? task.failure !== undefined : file === null}
        name={task?.file.name}
      />
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type UploadListProps = {
  label: string
  use: UploadPurpose
  onFile: (file: FieldFile) => void
  /** A permanent key, as in UploadField. */
  name: string
  hint?: ReactNode
  /** The files that are stored. */
  children: ReactNode
}

/** A list of files, with a drop zone for more. */
export function UploadList({ label, use, onFile, name, hint, children }: UploadListProps) {
  const tasks = useUploadsWithPrefix(`${name} `)
  const last = tasks.at(-1)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {children}
      {tasks.map((task) => (
        <ListedUpload key={task.key} name={task.key} onFile={onFile} />
      ))}
      <Chooser
        use={use}
        act="Choose files"
        what={label}
        hint={hint}
        isForMany
        onChosen={(files) => {
          for (const file of files) startUpload(`${name} ${nextNumber()}`, file, use, onFile)
        }}
      />
      <UploadMessages
        isBusy={tasks.some(({ progress }) => progress !== undefined)}
        hasFailed={last?.failure !== undefined}
        name={(tasks.findLast(({ progress }) => progress !== undefined) ?? last)?.file.name}
      />
    </fieldset>
  )
}

function ListedUpload({ name, onFile }: { name: string; onFile: (file: FieldFile) => void }) {
  const task = useUpload(name, onFile)
  return task ? <UploadRow task={task} /> : null
}

let number = 0

function nextNumber(): number {
  number += 1
  return number
}

/** Announces to screen readers when an upload starts and ends. The progress bar has the percentages. */
function UploadMessages({
  isBusy,
  hasFailed,
  name,
}: {
  isBusy: boolean
  hasFailed: boolean
  name: string | undefined
}) {
  const [last, setLast] = useState<string>()
  if (isBusy && name !== last) setLast(name)
  const done = !isBusy && !hasFailed && last !== undefined ? `${last} uploaded.` : ''
  return (
    <p role="status" className="sr-only">
      {isBusy ? `Uploading ${name}` : done}
    </p>
  )
}

type ChooserProps = {
  use: UploadPurpose
  act: string
  what: string
  hint: ReactNode
  isRequired?: boolean | undefined
  isForMany?: boolean
  onChosen: (files: File[]) => void
}

function Chooser({ use, act, what, hint, isRequired = false, isForMany = false, onChosen }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }
  return (
    <div
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event)
        const dropped = [...event.dataTransfer.files]
        onChosen(isForMany ? dropped : dropped.slice(0, 1))
      }}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-dashed px-4 py-3 transition-colors',
        isOver ? 'border-bar bg-wash' : 'border-edge',
      )}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple={isForMany}
        accept={acceptedExtensions(use)}
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])])
          // Allows the user to choose the same file again.
          currentTarget.value = ''
        }}
      />
      <Button
        variant="quiet"
        aria-label={`${act}: ${what.toLowerCase()}`}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {act}
      </Button>
      <p id={hintId} className="min-w-0 flex-1 basis-52 text-sm text-muted">
        {hint ??
          `Or drop ${isForMany ? 'files' : 'it'} here. ${formatExtensions(use)}, up to ${formatFileSize(MAX_BYTES[use])}.`}
        {isRequired && ' Required.'}
      </p>
    </div>
  )
}

function formatFileFacts({ bytes, seconds }: FieldFile): string {
  return seconds === null ? formatFileSize(bytes) : `${formatClockTime(seconds)}, ${formatFileSize(bytes)}`
}
