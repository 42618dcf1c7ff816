import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

type MoveButtonsProps = {
  /** The item's name, as in `Move question 3 up`. */
  what: string
  index: number
  of: number
  onMove: (by: -1 | 1) => void
  className?: string
}

/** At the end of the list, the button is inactive but keeps the focus, so that it can be pressed repeatedly. */
export function MoveButtons({ what, index, of, onMove, className }: MoveButtonsProps) {
  return (
    <span className={classes('shrink-0', className ?? 'flex')}>
      {([-1, 1] as const).map((by) => {
        const isOff = by === -1 ? index === 0 : index === of - 1
        return (
          <button
            key={by}
            type="button"
            aria-label={`Move ${what} ${by === -1 ? 'up' : 'down'}`}
            aria-disabled={isOff || undefined}
            onClick={() => !isOff && onMove(by)}
            className={classes(
              'grid size-11 place-items-center rounded-control sm:size-9',
              isOff ? 'text-line' : 'text-muted hover:bg-wash hover:text-ink',
            )}
          >
            <Icon name="arrow" className={by === -1 ? '-rotate-90' : 'rotate-90'} />
          </button>
        )
      })}
    </span>
  )
}
