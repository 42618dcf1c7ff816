import { type ReactNode, useState } from 'react'
import { Accordion } from '#web/ui/accordion.tsx'
import { Button, ButtonAnchor, ButtonLink, type ButtonVariant } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Checkbox, PasswordField, TextField } from '#web/ui/field.tsx'
import { Icon, ICON_NAMES } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { NextStep } from '#web/ui/next-step.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OfferCard, OwnedNotice } from '#features/foundation/products/ui/offer-card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardGridSkeleton } from '#web/ui/skeletons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const COLORS =
  'paper surface wash line edge muted ink bar bar-deep link focus buy buy-deep study study-deep study-ink study-wash danger danger-wash'.split(
    ' ',
  )
const SIZES = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl']
const VARIANTS: readonly ButtonVariant[] = ['primary', 'buy', 'study', 'study-later', 'quiet', 'link']
const LONG_TITLE = 'What No One Tells You Before the First Report: Observation, Measurement, and the Written Word'

/** The design system: every component in each of its states. For development only. */
export default function ComponentsPage() {
  return (
    <div className="page-width pb-8">
      <PageHeading title="Components">
        <p>Tokens and components used on every page. Pages add only layout.</p>
      </PageHeading>
      <Part title="Colors">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-3">
          {COLORS.map((name) => (
            <li key={name} className="text-xs">
              <span
                className="block size-14 rounded-control border border-line"
                style={{ background: `var(--color-${name})` }}
              />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--text-${size})`, lineHeight: `var(--text-${size}--line-height)` }}>
            <span className="font-serif">Records that hold up</span> · what the reviewer read, {size}
          </p>
        ))}
        <p className="money">$1,111.00 and $8,888.00 align</p>
        <Prose html="<h2>Prose</h2><p>Text from Markdown with <a href='#prose'>a link</a>, <em>emphasis</em>, and</p><ul><li>a list</li><li>of two items,</li></ul><blockquote>and a quotation.</blockquote>" />
      </Part>
      <Part title="Buttons and links">
        {VARIANTS.map((variant) => (
          <div key={variant} className="flex flex-wrap gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
            <ButtonLink variant={variant} to="/">
              link
            </ButtonLink>
            <ButtonAnchor variant={variant} href="#elsewhere">
              other host
            </ButtonAnchor>
          </div>
        ))}
        <Button wide>wide</Button>
      </Part>
      <Part title="Fields">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Text" hint="A hint says what to enter." />
          <TextField label="With an error" defaultValue="not an address" error="Please enter an email address." />
          <TextField label="Disabled" defaultValue="can’t be changed" disabled />
          <PasswordField label="Secret" defaultValue="three quiet night shifts" />
          <Checkbox>I have read the Terms of Service</Checkbox>
          <Checkbox error="Please check this box.">I have read the Terms of Service</Checkbox>
        </div>
      </Part>
      <Part title="Notices">
        <Notice kind="success">Your certificate is on its way.</Notice>
        <Notice kind="error">Your card was declined. Nothing was charged.</Notice>
        <Notice kind="info">Test cards only: no real card is charged.</Notice>
      </Part>
      <Part title="Cards">
        <CardGrid>
          <ProductCard
            to="/"
            title="A card"
            image={{ alt: '' }}
            text="With a line of text."
            meta="$299.00"
            action="Details"
          />
          <ProductCard
            to="/"
            title={LONG_TITLE}
            image={{ alt: '' }}
            text={LONG_TITLE.repeat(3)}
            clip
            meta="Purchased"
            action="Open"
          />
          <ProductCard to="/" title="Without an image" action="Take Course" variant="study" />
        </CardGrid>
        <div className="grid gap-6 sm:grid-cols-2">
          <OfferCard
            seenAs="member"
            kind="course"
            name="A course"
            price="299.00"
            slug="a-course"
            isPurchased={false}
            owned={null}
          >
            {() => <p>The card form goes here.</p>}
          </OfferCard>
          <OfferCard
            seenAs="member"
            kind="course"
            name="A course"
            price="299.00"
            slug="a-course"
            isPurchased
            owned={<OwnedNotice text="You've already purchased this Course." to="/" action="Take this Course" />}
          >
            {() => null}
          </OfferCard>
        </div>
      </Part>
      <Part title="Accordion and progress">
        <Accordion
          open="one"
          items={[
            { id: 'one', title: 'Open', content: <p>One is open at a time.</p> },
            { id: 'two', title: LONG_TITLE, content: <p>The second.</p> },
          ]}
        />
        <Progress />
        <NextStep lead="Next lecture" title={LONG_TITLE}>
          <Button>Continue</Button>
          <Button variant="quiet">Stay here</Button>
        </NextStep>
      </Part>
      <Part title="Loading, empty, no image">
        <Skeleton className="h-11 w-3/5" />
        <CardGridSkeleton />
        <EmptyState title="You don't have any enrolled courses">
          <ButtonLink to="/Courses/">Browse Available Courses</ButtonLink>
        </EmptyState>
        <Picture alt="A missing cover" sizes="100vw" className="max-w-text" />
      </Part>
      <Part title="Icons and marks">
        <ul className="flex flex-wrap gap-4">
          {ICON_NAMES.map((name) => (
            <li key={name} className="grid w-20 place-items-center gap-1 text-xs">
              <Icon name={name} className="size-6" />
              {name}
            </li>
          ))}
        </ul>
        <Spinner />
        <div className="on-dark w-fit rounded-card bg-bar p-4 text-white [--logo-ground:var(--color-bar)]">
          <Logo name="Legal Nurse Academy" />
        </div>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6 border-t border-line py-10">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Progress() {
  const [percent, setPercent] = useState(40)
  return (
    <div className="flex items-center gap-4">
      <ProgressBar value={percent} max={100} />
      <Button variant="quiet" onClick={() => setPercent((percent + 20) % 120)}>
        {percent}%
      </Button>
    </div>
  )
}
