import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isPublicAddress, openSocket, PrivateAddressError } from './public-address.ts'

test('knows loopback, private, link-local, metadata, and reserved addresses in every spelling', () => {
  for (const address of ['8.8.8.8', '198.41.0.4', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true)
  const refused = `127.0.0.1 127.8.9.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1
    255.255.255.255 240.0.0.1 192.0.2.1 ::1 :: fe80::1 fd00:ec2::254 fc00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
    64:ff9b::7f00:1 2002:7f00:1:: ::7f00:1 ::a9fe:a9fe 100:0:0:1::1 4000::1 8000::1 localhost example.com`
  for (const address of [...refused.split(/\s+/), ''])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})

test('connects to a local address only where that is allowed, by name and by number', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const target = { port, timeoutMs: 2_000 }
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1'])
    await expect(openSocket({ ...target, host, isPublicOnly: true })).rejects.toThrow(PrivateAddressError)
  const socket = await openSocket({ ...target, host: '127.0.0.1', isPublicOnly: false })
  expect(socket.remotePort).toBe(port)
  socket.destroy()
  server.close()
})
