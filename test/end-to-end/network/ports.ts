import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * Free ports outside the ranges of the system (from 32768) and of sidecars, so that they stay free, with one unused
 * port between any two. The searches of test processes with consecutive process ids begin 101 ports apart, so that
 * processes that run at the same time get different ports.
 */
export async function reservedPorts(count: number): Promise<readonly number[]> {
  const ports: number[] = []
  for (let port = 11_000 + ((process.pid * 101) % 8000); ports.length < count; port += 2)
    if (await isFree(port)) ports.push(port)
  return ports
}

export async function reservedPort(): Promise<number> {
  const [port] = await reservedPorts(1)
  return port!
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  } finally {
    server.close()
  }
}
