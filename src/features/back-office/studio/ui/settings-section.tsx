import type { ReactNode } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'

export function SettingsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <AccountCard id={id} title={title}>
      <div className="flex flex-col gap-6">{children}</div>
    </AccountCard>
  )
}
