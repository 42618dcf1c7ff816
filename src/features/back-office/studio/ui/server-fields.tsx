import { PasswordField, SelectField, TextField } from '#web/ui/field.tsx'

type Security = 'tls' | 'starttls' | 'none'
export type ServerFieldValues = { host: string; port: string; security: Security; user: string; password: string }

type ServerFieldsProps = {
  values: ServerFieldValues
  errors: Partial<Record<string, string>>
  hasPassword: boolean
  hostHint: string
  /** The usual port for each encryption. */
  ports: Record<'tls' | 'starttls', string>
  onChange: (change: Partial<ServerFieldValues>) => void
}

/** The fields of an SMTP or IMAP server. */
export function ServerFields({ values, errors, hasPassword, hostHint, ports, onChange }: ServerFieldsProps) {
  const text = (key: Exclude<keyof ServerFieldValues, 'security'>) => ({
    value: values[key],
    error: errors[key],
    autoComplete: key === 'password' ? 'new-password' : 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [key]: currentTarget.value }),
  })
  const options = [
    { value: 'starttls', label: `STARTTLS (usually port ${ports.starttls})` },
    { value: 'tls', label: `TLS (usually port ${ports.tls})` },
    { value: 'none', label: 'None (only for tests on this machine)' },
  ] as const
  return (
    <>
      <TextField label="Server" hint={hostHint} spellCheck={false} {...text('host')} />
      <SelectField
        label="Encryption"
        value={values.security}
        options={options}
        error={errors['security']}
        onChange={(security) => onChange({ security, ...(security !== 'none' && { port: ports[security] }) })}
      />
      <TextField label="Port" inputMode="numeric" {...text('port')} />
      <TextField label="User name" hint="Often your email address." spellCheck={false} {...text('user')} />
      <PasswordField
        label="Password"
        hint={
          hasPassword
            ? 'A password is saved. Leave this blank to keep it. If you change the server or user name, enter it again.'
            : 'Some providers call it an app password or API key.'
        }
        {...text('password')}
      />
    </>
  )
}
