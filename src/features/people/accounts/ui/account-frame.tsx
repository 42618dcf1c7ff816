import type { ReactNode } from 'react'

type AccountFrameProps = { title: string; worksWithoutScripts?: boolean; children: ReactNode }

export function AccountFrame({ title, worksWithoutScripts = false, children }: AccountFrameProps) {
  return (
    <div className="page-width flex justify-center pt-8 sm:pt-20">
      <section className="w-full max-w-[30rem] rounded-card border border-line bg-surface px-5 py-8 sm:px-10 sm:py-10">
        <h1 className="mb-6 text-2xl">{title}</h1>
        <div className="flex flex-col gap-5">{children}</div>
        {!worksWithoutScripts && (
          <noscript>
            <p className="mt-5 text-sm font-medium text-danger">
              This page needs JavaScript. Please turn it on in your browser.
            </p>
          </noscript>
        )}
      </section>
    </div>
  )
}
