import type { ComponentProps } from 'react'
import { VideoOverlay, useAutoFocusLink } from '#features/foundation/playback/ui/video-overlay.tsx'
import { Player } from '#features/foundation/playback/ui/player.tsx'
import { useAtEnd } from '#features/foundation/playback/ui/use-at-end.ts'
import { OFFER_ANCHOR } from '#features/foundation/products/ui/offer-card.tsx'
import { formatDollars } from '#shared/format-dollars.ts'
import { getProductPage } from '#shared/kinds.ts'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import type { Sample } from '../samples.contract.ts'

type PlayingSampleProps = Omit<ComponentProps<typeof Player>, 'over'> & { sample: Sample; isOnCoursePage: boolean }

/**
 * Everything around the video while it plays. It loads as soon as Play is clicked, so that it is ready when the video
 * ends.
 */
export function PlayingSample({ sample, isOnCoursePage, ...playing }: PlayingSampleProps) {
  const [isAtEnd, stay] = useAtEnd(playing.media)
  return (
    <Player
      {...playing}
      over={isAtEnd && <SampleEnd sample={sample} isOnCoursePage={isOnCoursePage} onStay={stay} />}
    />
  )
}

type SampleEndProps = { sample: Sample; isOnCoursePage: boolean; onStay: () => void }

function SampleEnd({ sample, isOnCoursePage, onStay }: SampleEndProps) {
  const way = useAutoFocusLink()
  const price = <span className="money">{formatDollars(sample.price)}</span>
  return (
    <VideoOverlay label="Up next" lead="That was the free lecture from" title={sample.course_name}>
      {isOnCoursePage ? (
        <ButtonAnchor ref={way} href={`#${OFFER_ANCHOR}`} variant="buy">
          Buy Course, {price}
        </ButtonAnchor>
      ) : (
        <ButtonLink ref={way} to={getProductPage('course', sample.course_id)} variant="buy">
          View the course, {price}
        </ButtonLink>
      )}
      <Button variant="quiet" onClick={onStay}>
        Stay here
      </Button>
    </VideoOverlay>
  )
}
