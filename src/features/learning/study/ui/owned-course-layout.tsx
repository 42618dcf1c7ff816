import type { ReactNode } from 'react'

type OwnedCourseLayoutProps = {
  back: ReactNode
  message?: ReactNode
  words: ReactNode
  outline: ReactNode
  picture: ReactNode
  about: ReactNode
}

/**
 * Stacked on phones, with the next lecture in view and the image further down. On tablets, the image is next to the
 * text; on wide screens, the outline is on the left and the image above the text.
 */
export function OwnedCourseLayout({ back, message, words, outline, picture, about }: OwnedCourseLayoutProps) {
  return (
    <div className="page-width pt-4 sm:pt-6">
      {back}
      {message && <div className="mb-6">{message}</div>}
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 sm:max-md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:grid-rows-[auto_auto_1fr] md:gap-x-10">
        <div className="sm:max-md:self-center md:col-start-2 md:row-start-2">{words}</div>
        <section
          aria-label="Lectures"
          className="sm:max-md:col-span-2 sm:max-md:row-start-2 md:col-start-1 md:row-span-3 md:row-start-1"
        >
          {outline}
        </section>
        <div className="max-sm:mt-4 sm:max-md:self-center md:col-start-2 md:row-start-1">{picture}</div>
        <section aria-labelledby="about" className="sm:col-span-2 sm:mt-4 md:col-span-1 md:col-start-2">
          <h2 id="about" className="mb-4 text-xl">
            About this course
          </h2>
          {about}
        </section>
      </div>
    </div>
  )
}
