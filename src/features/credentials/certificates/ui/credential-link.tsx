import { ButtonAnchor } from '#web/ui/button.tsx'

type CredentialLinkProps = { id: string; courseName: string; className?: string }

export function CredentialLink({ id, courseName, className }: CredentialLinkProps) {
  return (
    <ButtonAnchor
      href={`/Academy/api/certificate/${encodeURIComponent(id)}/credential/`}
      download
      variant="quiet"
      {...(className !== undefined && { className })}
      aria-label={`Credential (JSON) for ${courseName}`}
    >
      Credential (JSON)
    </ButtonAnchor>
  )
}
