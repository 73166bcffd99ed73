// [LAN-6.1] The public state: the nodes, their rates and the dropped packets. [LAN-6.2] The game of a node is guessed
// from its IPX socket.
import type { Transport } from '../../../wire/net/framing.ts'
import { formatNodeAddress } from '../addresses/node-address.ts'
import type { LanNode } from '../traffic/node.ts'
import { gameOfSocket } from '../traffic/sockets.ts'
import type { LanWorld, PacketDropReason } from '../world.ts'

/** The average rates of the last five seconds. */
type PerSecond = { readonly packets: number; readonly bytes: number }

export type NodeRow = {
  readonly address: string
  readonly transport: Transport
  /** Packets that the node has sent since it joined. */
  readonly packets: number
  readonly bytes: number
  readonly perSecond: PerSecond
  readonly silentSeconds: number
  readonly socket: number | null
  readonly game: string | null
}

export type NodesResponse = {
  readonly players: number
  readonly game: string | null
  readonly perSecond: PerSecond
  readonly dropped: { readonly [reason in PacketDropReason]: number }
  readonly nodes: readonly NodeRow[]
}

export function nodesResponse(world: LanWorld): NodesResponse {
  const nodes = world.nodes.map((node) => nodeRow(node, world.now))
  return {
    players: world.players,
    game: mostFrequent(nodes.flatMap(({ game }) => game ?? [])) ?? null,
    perSecond: { ...world.rates() },
    dropped: world.drops,
    nodes,
  }
}

function nodeRow(node: LanNode, now: number): NodeRow {
  return {
    address: formatNodeAddress(node.address),
    transport: node.session.peer.transport,
    packets: node.packets,
    bytes: node.bytes,
    perSecond: { ...node.rates(now) },
    silentSeconds: Math.max(0, Math.floor((now - node.heardAt) / 1000)),
    socket: node.socket ?? null,
    game: (node.socket !== undefined && gameOfSocket(node.socket)) || null,
  }
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}
