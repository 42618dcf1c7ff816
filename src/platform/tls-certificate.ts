import { isIP } from 'node:net'
import { connect } from 'node:tls'

const TIME_LIMIT_MS = 5_000

/** Returns when the TLS certificate of this host expires, no matter who signed it. */
export function getCertificateExpiry(address: string): Promise<Date> {
  const { hostname, port } = new URL(address)
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // The certificate must be readable even if it has expired. Nothing is sent to the server.
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
