import { isIP } from 'node:net'
import { connect } from 'node:tls'

const TIME_LIMIT_MS = 5_000

/** The expiry of the TLS certificate that this host presents, no matter who signed it. */
export function getCertificateExpiry(address: string): Promise<Date> {
  const { hostname, port } = new URL(address)
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // Expired certificates must be readable, too; nothing is sent to the server.
      rejectUnauthorized: false,
    })
    const end = (settle: () => void) => {
      clearTimeout(late)
      socket.destroy()
      settle()
    }
    const late = setTimeout(() => end(() => reject(new Error('no answer in time'))), TIME_LIMIT_MS)
    socket.once('error', (error) => end(() => reject(error)))
    socket.once('secureConnect', () => {
      const ends = new Date(socket.getPeerCertificate().valid_to)
      end(() => (Number.isNaN(ends.getTime()) ? reject(new Error('it shows none')) : resolve(ends)))
    })
  })
}
