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
 * A free port outside the ranges of the system (from 32768) and of sidecars, so that it stays free. Each test process
 * starts its search at another port.
 */
export async function reservedPort(): Promise<number> {
  let port = 10_000 + (process.pid % 9000)
  while (!(await isFree(port))) port++
  return port
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
