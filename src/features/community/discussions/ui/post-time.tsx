import { Day } from '#web/shell/day.tsx'

/** Formats '2026-11-23 10:14 EST', in the academy's time zone, for readers. */
export function PostTime({ minute }: { minute: string }) {
  const [day = '', ...time] = minute.split(' ')
  return (
    <>
      <Day day={day} />, {time.join(' ')}
    </>
  )
}
