import type { ComponentProps } from 'react'
import { VideoOverlay, useAutoFocusLink } from '#features/foundation/playback/ui/video-overlay.tsx'
import { Player } from '#features/foundation/playback/ui/player.tsx'
import { useAtEnd } from '#features/foundation/playback/ui/use-at-end.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { getProductPage } from '#shared/kinds.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { Sample } from '../samples.contract.ts'

type PlayingSampleProps = Omit<ComponentProps<typeof Player>, 'over'> & { sample: Sample }

/** Loaded at once on Play, so that nothing is missing at the end. */
export function PlayingSample({ sample, ...playing }: PlayingSampleProps) {
  const [isAtEnd, stay] = useAtEnd(playing.media)
  return <Player {...playing} over={isAtEnd && <SampleEnd sample={sample} onStay={stay} />} />
}

function SampleEnd({ sample, onStay }: { sample: Sample; onStay: () => void }) {
  const way = useAutoFocusLink()
  return (
    <VideoOverlay label="Up next" lead="That was the free lecture from" title={sample.course_name}>
      <ButtonLink ref={way} to={getProductPage('course', sample.course_id)} variant="buy">
        View the course, <span className="money">{formatDollars(sample.price)}</span>
      </ButtonLink>
      <Button variant="quiet" onClick={onStay}>
        Stay here
      </Button>
    </VideoOverlay>
  )
}
