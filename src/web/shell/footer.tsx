import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getProductPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { POLICY_LINKS } from './navigation.ts'
import { phoneAddress } from '#shared/phone-address.ts'
import type { Site } from './site.ts'

const LINK = 'inline-flex min-h-11 items-center md:min-h-9 text-white/90 underline-offset-4 hover:underline'

export function Footer({ site }: { site: Site }) {
  return (
    <footer className="on-dark mt-auto bg-night [--logo-ground:var(--color-night)] text-sm text-white/85 print:hidden">
      <div className="page-width grid grid-cols-1 gap-8 py-10 sm:grid-cols-2 sm:gap-10 sm:py-12 md:grid-cols-[1.4fr_1.2fr_1fr] md:gap-12 md:py-16">
        <div className="flex flex-col gap-3 sm:col-span-2 md:col-span-1">
          <div className="text-white">
            <Logo name={site.name} picture={site.logo} />
          </div>
          <p>{site.description}</p>
        </div>
        {site.courses.length > 0 && (
          <FooterBlock title="Popular Courses">
            <ul className="flex flex-col md:gap-1">
              {site.courses.map(({ id, name }) => (
                <li key={id}>
                  <Link to={getProductPage('course', id)} prefetch="intent" className={LINK}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </FooterBlock>
        )}
        {(site.postal_address || site.phone || site.email || site.social.length > 0) && (
          <FooterBlock title="Contact">
            <address className="flex flex-col items-start not-italic md:gap-1">
              {site.postal_address && (
                <p className="flex gap-3 py-1.5">
                  <Icon name="place" className="mt-0.5 text-white/70" />
                  <span className="whitespace-pre-line">{site.postal_address}</span>
                </p>
              )}
              <ContactLinks site={site} className={`${LINK} gap-3`} />
            </address>
            {site.social.length > 0 && (
              <ul className="mt-2 flex flex-wrap gap-x-5">
                {site.social.map(({ name, url }) => (
                  <li key={url}>
                    <a href={url} rel="noopener me" className={LINK}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </FooterBlock>
        )}
      </div>
      <div className="border-t border-white/15">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 py-4 sm:py-5">
          <p>
            © {site.year} {site.name}. <span className="whitespace-nowrap">All rights reserved.</span>
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {[{ to: pageAddress('/Certificate/'), label: 'Verify a Certificate' }, ...POLICY_LINKS].map(
              ({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={LINK}>
                    {label}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </div>
      </div>
    </footer>
  )
}

function FooterBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1 font-sans sm:mb-3 text-sm font-semibold tracking-normal text-white">{title}</h2>
      {children}
    </div>
  )
}

/** Phone number and email address, if the operator has set them. */
export function ContactLinks({ site, className }: { site: Site; className: string }) {
  return (
    <>
      {site.phone && (
        <a href={phoneAddress(site.phone)} className={classes(className, 'whitespace-nowrap')}>
          <Icon name="phone" className="text-white/70" />
          {site.phone}
        </a>
      )}
      {site.email && (
        <a href={`mailto:${site.email}`} className={classes(className, 'max-w-full')}>
          <Icon name="mail" className="text-white/70" />
          <span className="min-w-0 wrap-anywhere">{site.email}</span>
        </a>
      )}
    </>
  )
}
