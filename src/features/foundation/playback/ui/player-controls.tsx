import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SEEK_STEP_SECONDS } from './control.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

const KEYS = [
  ['Space', 'Play or pause'],
  ['← →', 'Back or forward 5 seconds (10 with Shift)'],
  ['C', 'Captions on or off'],
  ['F', 'Full screen on or off'],
  ['?', 'This list'],
] as const

type PlayerControlsProps = {
  onSeekBy: (seconds: number) => void
  speed: number
  onSpeed: (speed: number) => void
  /** Whether captions are shown; undefined if there are none. */
  captions: boolean | undefined
  onCaptions: (captions: boolean) => void
  keys: { isOn: boolean; areUsed: boolean; areShown: boolean }
  onKeys: (isOn: boolean) => void
  onKeysShown: (areShown: boolean) => void
}

/**
 * Controls that the browser's own player hides or doesn't have. Explains keyboard shortcuts to members who have used
 * one or who navigate with the keyboard.
 */
export function PlayerControls({
  onSeekBy,
  speed,
  onSpeed,
  captions,
  onCaptions,
  keys,
  onKeys,
  onKeysShown,
}: PlayerControlsProps) {
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((a, b) => a - b)
  const keysId = useId()
  return (
    <div className="flex flex-wrap items-start gap-3 max-sm:gap-x-2 text-sm">
      {/* On phones, these have a row of their own, within reach of the thumb. */}
      <div className="flex flex-wrap gap-3 max-sm:basis-full">
        <Button
          variant="quiet"
          aria-label={`Back ${SEEK_STEP_SECONDS} seconds`}
          aria-keyshortcuts="Shift+ArrowLeft"
          onClick={() => onSeekBy(-SEEK_STEP_SECONDS)}
          className="max-sm:grow"
        >
          <Icon name="arrow" className="rotate-180" />
          {SEEK_STEP_SECONDS} seconds
        </Button>
        <Button
          variant="quiet"
          aria-label={`Forward ${SEEK_STEP_SECONDS} seconds`}
          aria-keyshortcuts="Shift+ArrowRight"
          onClick={() => onSeekBy(SEEK_STEP_SECONDS)}
          className="max-sm:grow"
        >
          {SEEK_STEP_SECONDS} seconds
          <Icon name="arrow" />
        </Button>
      </div>
      <label className="flex items-center gap-2 font-semibold">
        Speed
        <select
          value={speed}
          onChange={(event) => onSpeed(Number(event.target.value))}
          className="money min-h-11 rounded-control border border-edge bg-surface px-2 text-ink"
        >
          {speeds.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
      {captions !== undefined && (
        <Button
          variant="quiet"
          aria-pressed={captions}
          onClick={() => onCaptions(!captions)}
          className="aria-pressed:border-link aria-pressed:bg-wash"
        >
          <Icon name={captions ? 'check' : 'captions'} />
          Captions
        </Button>
      )}
      <Button
        variant="quiet"
        aria-expanded={keys.areShown}
        aria-controls={keysId}
        aria-keyshortcuts="?"
        onClick={() => onKeysShown(!keys.areShown)}
        className={classes(
          'aria-expanded:border-link aria-expanded:bg-wash',
          !keys.areUsed && !keys.areShown && 'not-focus-visible:sr-only',
        )}
      >
        <Icon name="keyboard" />
        Shortcuts
      </Button>
      {keys.areShown && (
        <div id={keysId} className="basis-full rounded-card border border-line bg-surface p-4">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
            {KEYS.map(([key, does]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-control border border-edge px-2 py-0.5 font-sans text-xs font-semibold">
                    {key}
                  </kbd>
                </dt>
                <dd className="text-muted">{does}</dd>
              </div>
            ))}
          </dl>
          <label className="mt-1.5 -mb-2.5 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={keys.isOn}
              onChange={(event) => onKeys(event.target.checked)}
              className="size-6"
            />
            Turn on shortcuts
          </label>
        </div>
      )}
    </div>
  )
}
