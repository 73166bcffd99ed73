import type { Server } from 'node:net'

/** Rejects with the system's error. */
export function startListening(
  server: Server,
  at: { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...at, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** 0 if the server does not listen on a port. */
export function listeningPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Resolves when the port is free, which may be before the last connection closes. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  await new Promise<void>((resolve) => setImmediate(resolve))
}
