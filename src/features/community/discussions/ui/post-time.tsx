import { Day } from '#web/shell/day.tsx'

/** A minute of the academy, '2026-11-23 10:14 EST', as people read it. */
export function PostTime({ minute }: { minute: string }) {
  const [day = '', ...time] = minute.split(' ')
  return (
    <>
      <Day day={day} />, {time.join(' ')}
    </>
  )
}
